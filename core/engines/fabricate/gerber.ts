import type { Degrees, Nm, Point } from "../../base/nm.ts";
import { sinCos } from "../../geometry/placed.ts";
import { type Aperture, apertureTemplate, macroBody } from "./aperture.ts";
import { attributeField, type ObjectTags, tagLines } from "./attributes.ts";

/** What the head of a Gerber file says. */
export interface GerberHead {
  /** `Copper,L1,Top` and the like. */
  readonly fileFunction: string;
  readonly polarity: "Positive" | "Negative";
  readonly project: { readonly name: string; readonly guid: string; readonly revision: string };
  readonly software: { readonly name: string; readonly version: string };
  /** The place that becomes 0, 0. */
  readonly origin: Point;
}

/** Function of an aperture (`ViaPad`, `SMDPad,CuDef`, …); "" for none. */
export type AperFunction = string;

/**
 * One Gerber file in the making: RS-274X with X2 attributes, format 4.6 in millimetres, so that every nanometre is
 * written as it is. Everything adds (dark polarity). Takes KiCad's axes; Gerber's y goes up.
 */
export class Gerber {
  private readonly head: GerberHead;
  private readonly body: string[] = [];
  private readonly apertures = new Map<string, number>();
  private readonly definitions: string[] = [];
  private readonly macros = new Map<string, string>();
  private current = -1;
  private tags: readonly string[] = [];
  private count = 0;

  constructor(head: GerberHead) {
    this.head = head;
  }

  /** How many objects the picture has. */
  get objects(): number {
    return this.count;
  }

  flash(at: Point, aperture: Aperture, use: AperFunction, tags: ObjectTags): void {
    this.begin(tags);
    this.select(aperture, use);
    this.body.push(`${this.place(at.x, at.y)}D03*`);
  }

  /** A line with round ends through x, y, x, y …; one place is a dot. */
  stroke(points: ArrayLike<number>, width: Nm, use: AperFunction, tags: ObjectTags): void {
    if (points.length < 2) return;
    this.begin(tags);
    this.select({ kind: "circle", diameter: width }, use);
    if (points.length === 2) {
      this.body.push(`${this.place(points[0]!, points[1]!)}D03*`);
      return;
    }
    this.body.push(`${this.place(points[0]!, points[1]!)}D02*`);
    for (let i = 2; i + 1 < points.length; i += 2) this.body.push(`${this.place(points[i]!, points[i + 1]!)}D01*`);
  }

  /**
   * An arc with round ends, from `from` by `sweep` degrees (positive: counter-clockwise on screen); 360 is a ring, in two
   * halves, since not every reader takes an arc that ends where it starts for a whole turn.
   */
  arc(cx: Nm, cy: Nm, radius: Nm, from: Degrees, sweep: Degrees, width: Nm, use: AperFunction, tags: ObjectTags): void {
    const at = (angle: Degrees): Point => {
      const { s, c } = sinCos(angle);
      return { x: Math.round(cx + radius * c), y: Math.round(cy - radius * s) };
    };
    if (Math.abs(sweep) >= 360) {
      const half = sweep < 0 ? -180 : 180;
      this.arc(cx, cy, radius, from, half, width, use, tags);
      this.arc(cx, cy, radius, from + half, half, width, use, tags);
      return;
    }
    const start = at(from);
    const end = at(from + sweep);
    if (start.x === end.x && start.y === end.y) {
      this.stroke([start.x, start.y], width, use, tags);
      return;
    }
    this.begin(tags);
    this.select({ kind: "circle", diameter: width }, use);
    const i = Math.round(cx - start.x);
    const j = Math.round(start.y - cy);
    this.body.push(
      `${this.place(start.x, start.y)}D02*`,
      sweep > 0 ? "G03*" : "G02*",
      `${this.place(end.x, end.y)}I${i}J${j}D01*`,
      "G01*",
    );
  }

  /** A filled contour, x, y, x, y …; holes are joined to the border by cuts. */
  region(points: ArrayLike<number>, use: AperFunction, tags: ObjectTags): void {
    const places: string[] = [];
    for (let i = 0; i + 1 < points.length; i += 2) {
      const place = this.place(points[i]!, points[i + 1]!);
      if (place !== places.at(-1)) places.push(place);
    }
    if (places.at(-1) === places[0]) places.pop();
    if (places.length < 3) return;
    this.begin(tags);
    if (use !== "") this.body.push(`%TA.AperFunction,${use}*%`);
    this.body.push("G36*", `${places[0]}D02*`);
    for (let i = 1; i < places.length; i++) this.body.push(`${places[i]}D01*`);
    this.body.push(`${places[0]}D01*`, "G37*");
    if (use !== "") this.body.push("%TD.AperFunction*%");
  }

  text(): string {
    const { fileFunction, polarity, project, software, origin } = this.head;
    const field = attributeField;
    const same = origin.x === 0 && origin.y === 0 ? "Original" : `PX${hex(origin.x)}PY${hex(origin.y)}`;
    const lines = [
      `%TF.GenerationSoftware,Softforge,${field(software.name)},${field(software.version)}*%`,
      `%TF.ProjectId,${field(project.name)},${project.guid},${field(project.revision)}*%`,
      `%TF.SameCoordinates,${same}*%`,
      `%TF.FileFunction,${fileFunction}*%`,
      `%TF.FilePolarity,${polarity}*%`,
      "%FSLAX46Y46*%",
      "%MOMM*%",
      ...[...this.macros].map(([body, name]) => `%AM${name}*\n${body}%`),
      ...this.definitions,
      "%LPD*%",
      "G75*",
      "G01*",
      ...this.body,
      "M02*",
    ];
    return `${lines.join("\n")}\n`;
  }

  /** Says what following objects are, where that changes. */
  private begin(tags: ObjectTags): void {
    this.count++;
    const lines = tagLines(tags);
    if (lines.length === this.tags.length && lines.every((line, i) => line === this.tags[i])) return;
    if (this.tags.length > 0) this.body.push("%TD*%");
    this.body.push(...lines);
    this.tags = lines;
  }

  private select(aperture: Aperture, use: AperFunction): void {
    let template: string;
    if (aperture.kind === "macro") {
      const body = macroBody(aperture.parts);
      const name = this.macros.get(body) ?? `Shape${this.macros.size + 1}`;
      this.macros.set(body, name);
      template = apertureTemplate(aperture, name);
    } else template = apertureTemplate(aperture, "");
    const key = `${use} ${template}`;
    let code = this.apertures.get(key);
    if (code === undefined) {
      code = 10 + this.apertures.size;
      this.apertures.set(key, code);
      const definition = `%ADD${code}${template}*%`;
      if (use === "") this.definitions.push(definition);
      else this.definitions.push(`%TA.AperFunction,${use}*%`, definition, "%TD*%");
    }
    if (code === this.current) return;
    this.current = code;
    this.body.push(`D${code}*`);
  }

  private place(x: Nm, y: Nm): string {
    const { origin } = this.head;
    return `X${Math.round(x - origin.x)}Y${Math.round(origin.y - y) + 0}`;
  }
}

/** KiCad's spelling of a place in this attribute: the nanometres in hexadecimal. */
function hex(nm: Nm): string {
  return (nm < 0 ? nm + 2 ** 32 : nm).toString(16);
}
