import { readBusLabel } from "../../model/bus-label.ts";
import type { Sheet } from "./design.ts";
import { escapeNetName, unescapeText } from "./names.ts";
import type { Node } from "./node.ts";

/** The members of an alias; undefined when there is no such alias. */
export type BusAliases = ReadonlyMap<string, readonly string[]>;

/**
 * What a subgraph carries: a net, or a bus with its members. The name may come from another sheet than the one it
 * stands on; the local name is what the own sheet calls it, and buses are matched by it.
 */
export class Connection {
  kind: "net" | "vector" | "group" = "net";
  name = "";
  localName = "";
  prefix = "";
  localPrefix = "";
  suffix = "";
  /** What the name was taken from: decides whether the name is told apart by sheet. */
  driver: Node | null = null;
  sheet: Sheet;
  members: Connection[] = [];
  /** Place in a vector. */
  index = 0;
  private readonly aliases: BusAliases;

  constructor(sheet: Sheet, aliases: BusAliases) {
    this.sheet = sheet;
    this.aliases = aliases;
  }

  get isBus(): boolean {
    return this.kind !== "net";
  }

  /** The name without the sheet. */
  get shortName(): string {
    return this.name === "" ? "<NO NET>" : this.prefix + this.name + this.suffix;
  }

  /** The name in the whole design. */
  get fullName(): string {
    const byItself =
      this.driver !== null &&
      (this.driver.kind === "globalLabel" || (this.driver.kind === "pin" && this.driver.pin!.power !== "local"));
    return byItself ? this.shortName : this.sheet.names + this.shortName;
  }

  /** What the own sheet calls it. */
  get fullLocalName(): string {
    return this.localPrefix + this.localName;
  }

  /** Takes a name (escaped) and, where that is a bus, its members. */
  take(label: string): void {
    this.members = [];
    this.name = label;
    this.localName = label;
    this.localPrefix = this.prefix;
    const bus = readBusLabel(unescapeText(label));
    this.kind = bus?.kind ?? "net";
    if (bus === null) return;
    if (bus.kind === "vector") {
      for (const [index, name] of bus.members.entries()) {
        const member = this.member(this.prefix);
        member.name = member.localName = name;
        member.localPrefix = this.prefix;
        member.index = index;
      }
      return;
    }
    // A named group's members are called NAME.MEMBER.
    const prefix = bus.prefix === "" ? "" : `${bus.prefix}.`;
    for (const name of bus.members) {
      const alias = this.aliases.get(escapeNetName(name));
      if (alias === undefined) this.member(prefix).take(escapeNetName(name));
      else for (const each of alias) this.member(prefix).take(escapeNetName(each));
    }
  }

  private member(prefix: string): Connection {
    const member = new Connection(this.sheet, this.aliases);
    member.prefix = prefix;
    this.members.push(member);
    return member;
  }

  drive(driver: Node): void {
    this.driver = driver;
    for (const member of this.members) member.drive(driver);
  }

  addSuffix(suffix: string): void {
    this.suffix = suffix;
    for (const member of this.members) member.addSuffix(suffix);
  }

  /** Becomes what `other` is; what the own sheet calls it stays, also of the members. */
  become(other: Connection): void {
    if (other === this) return;
    this.driver = other.driver;
    this.sheet = other.sheet;
    this.name = other.name;
    if (this.localName === "") {
      this.localName = other.localName;
      this.localPrefix = other.prefix;
    }
    this.prefix = other.prefix;
    this.suffix = other.suffix;
    this.kind = other.kind;
    if (other.isBus) this.takeMembers(other);
  }

  private takeMembers(other: Connection): void {
    if (this.members.length === 0) {
      this.members = other.members;
      return;
    }
    for (const [i, member] of this.members.entries()) {
      const theirs =
        other.kind === "vector" ? other.members[i] : other.members.find((each) => each.localName === member.localName);
      if (theirs !== undefined) member.become(theirs);
    }
  }

  /** The member of this bus that another bus's member goes with. */
  match(wanted: Connection): Connection | null {
    if (this.kind === "vector") return this.members.find((member) => member.index === wanted.index) ?? null;
    for (const member of this.members) {
      if (member.kind === "vector") {
        const inner = member.members.find((each) => each.localName === wanted.localName);
        if (inner !== undefined) return inner;
      } else if (member.localName === wanted.localName) return member;
    }
    return null;
  }

  /** Whether every member is one of the other bus. */
  isSubsetOf(other: Connection): boolean {
    const theirs = new Set(other.members.map((member) => member.fullLocalName));
    return this.members.every((member) => theirs.has(member.fullLocalName));
  }
}
