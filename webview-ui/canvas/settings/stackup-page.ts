import type { JsonObject } from "../../../core/format/json-tree.ts";
import { element } from "../../dom/element.ts";
import type { SettingField } from "./setting-field.ts";
import { button, choiceField, fieldRows, named, numberField, table, textField, yesNoField } from "./setting-field.ts";
import type { SettingsPage } from "./settings-page.ts";
import { said } from "./settings-page.ts";

/** A sheet of a layer as `query.stackup` tells of it; lengths in mm. */
interface Sheet {
  readonly thickness: number | null;
  readonly locked: boolean;
  readonly material: string | null;
  readonly epsilonR: number | null;
  readonly lossTangent: number | null;
  readonly color: string | null;
}

interface Layer {
  readonly name: string;
  readonly type: string;
  readonly sheets: readonly Sheet[];
}

interface Stackup {
  readonly layers: readonly Layer[];
  readonly copperFinish: string | null;
  readonly dielectricConstraints: boolean | null;
  readonly edgeConnector: string | null;
  readonly castellatedPads: boolean | null;
  readonly edgePlating: boolean | null;
}

interface SheetFields {
  readonly sheet: Sheet;
  readonly thickness: SettingField<number | null>;
  readonly locked: SettingField<boolean> | null;
  readonly material: SettingField<string>;
  readonly epsilonR: SettingField<number | null> | null;
  readonly lossTangent: SettingField<number | null> | null;
  readonly color: SettingField<string> | null;
}

interface LayerFields {
  readonly layer: Layer;
  readonly type: SettingField<string> | null;
  readonly sheets: readonly SheetFields[];
}

const FINISHES = [
  "None",
  "ENIG",
  "ENEPIG",
  "HAL SnPb",
  "HAL lead-free",
  "Hard gold",
  "Immersion gold",
  "Immersion nickel",
  "Immersion silver",
  "Immersion tin",
  "HT_OSP",
  "OSP",
];
const COLORS = ["", "Not specified", "Green", "Red", "Blue", "Purple", "Black", "White", "Yellow"];
/** Thickness of what a new stackup has, in mm. */
const COPPER_MM = 0.035;
const MASK_MM = 0.01;

const bare: Sheet = { thickness: null, locked: false, material: null, epsilonR: null, lossTangent: null, color: null };

/** How the board is built, from the top. */
export class StackupPage implements SettingsPage {
  readonly id = "stackup";
  readonly title = "Stackup";
  readonly root = element("div");
  private readonly finish: SettingField<string>;
  private readonly impedance: SettingField<boolean>;
  private readonly connector: SettingField<string>;
  private readonly castellated: SettingField<boolean>;
  private readonly plating: SettingField<boolean>;
  private readonly thickness: number;
  private readonly first: Stackup | null;
  private copper: number;
  private layers: readonly LayerFields[] = [];
  /** The layers are others than those that were read. */
  private isRebuilt = false;
  private readonly body = element("div", { class: "scroll" });
  private readonly sum = element("p", { role: "status" });

  /** `answer` is what `query.stackup` says, `copper` the number of copper layers. */
  constructor(answer: JsonObject | null, copper: number) {
    const stackup = (answer?.["stackup"] ?? null) as unknown as Stackup | null;
    this.first = stackup;
    this.copper = copper;
    this.thickness = typeof answer?.["thickness"] === "number" ? answer["thickness"] : 1.6;
    this.finish = choiceField("Copper finish", stackup?.copperFinish ?? "None", named(FINISHES));
    this.impedance = yesNoField("Impedance controlled", stackup?.dielectricConstraints === true);
    this.connector = choiceField("Edge connector", stackup?.edgeConnector ?? "", named(["", "yes", "bevelled"]));
    this.castellated = yesNoField("Castellated pads", stackup?.castellatedPads === true);
    this.plating = yesNoField("Plated edges", stackup?.edgePlating === true);
    const others = [this.finish, this.impedance, this.connector, this.castellated, this.plating];
    if (stackup === null) {
      const make = button("Make a stackup of the layers", () => {
        this.rebuild();
        make.replaceWith(this.body, this.sum, fieldRows(others));
      });
      this.root.append(element("p", {}, "The board has no stackup yet."), make);
      return;
    }
    this.show(stackup.layers);
    this.root.append(this.body, this.sum, fieldRows(others));
  }

  /** The board gets another number of copper layers: those that stay keep what they say. */
  setCopper(count: number): void {
    this.copper = count;
    if (this.layers.length > 0) this.rebuild();
  }

  calls() {
    const isEdited =
      this.isRebuilt ||
      this.layers.some((layer) => layer.type?.isEdited() === true || layer.sheets.some(isSheetEdited));
    const args = {
      ...(isEdited ? { layers: this.layers.map(layerArgs) } : {}),
      ...(this.finish.isEdited() ? { copperFinish: said(this.finish) } : {}),
      ...(this.impedance.isEdited() ? { dielectricConstraints: said(this.impedance) } : {}),
      ...(this.connector.isEdited()
        ? { edgeConnector: said(this.connector) === "" ? null : said(this.connector) }
        : {}),
      ...(this.castellated.isEdited() ? { castellatedPads: said(this.castellated) } : {}),
      ...(this.plating.isEdited() ? { edgePlating: said(this.plating) } : {}),
    };
    if (Object.keys(args).length === 0) return [];
    if (this.first === null && !isEdited) return [];
    return [{ id: "pcb.setStackup", args }];
  }

  private rebuild(): void {
    this.isRebuilt = true;
    const old = new Map(this.layers.map((each) => [each.layer.name, each.layer]));
    this.show(
      stackOf(
        this.copper,
        this.thickness,
        this.first === null ? old : new Map(this.first.layers.map((each) => [each.name, each])),
      ),
    );
  }

  private show(layers: readonly Layer[]): void {
    this.layers = layers.map(fieldsOf);
    const rows = this.layers.flatMap(({ layer, type, sheets }) =>
      sheets.map((sheet, i) => [
        i === 0 ? layer.name : `sheet ${i + 1}`,
        i === 0 ? (type?.input ?? layer.type) : "",
        sheet.thickness.input,
        sheet.locked?.input ?? "",
        sheet.material.input,
        sheet.epsilonR?.input ?? "",
        sheet.lossTangent?.input ?? "",
        sheet.color?.input ?? "",
      ]),
    );
    const made = table(
      ["Layer", "Type", "Thickness (mm)", "Keep", "Material", "Epsilon R", "Loss tangent", "Colour"],
      rows,
    );
    made.addEventListener("input", () => this.showSum());
    this.body.replaceChildren(made);
    this.showSum();
  }

  private showSum(): void {
    const sum = this.layers
      .flatMap(({ sheets }) => sheets.map((sheet) => sheet.thickness.value() ?? 0))
      .reduce((a, b) => a + b, 0);
    this.sum.textContent = `The board is ${Number(sum.toFixed(6))} mm thick.`;
  }
}

function fieldsOf(layer: Layer): LayerFields {
  const isDielectric = layer.name.startsWith("dielectric");
  const isCopper = layer.name.endsWith(".Cu");
  return {
    layer,
    type: isDielectric ? choiceField(`Type of ${layer.name}`, layer.type, named(["core", "prepreg"])) : null,
    sheets: layer.sheets.map((sheet, i) => {
      const of = ` of ${layer.name}${i === 0 ? "" : `, sheet ${i + 1}`}`;
      return {
        sheet,
        thickness: numberField(`Thickness${of}`, sheet.thickness, true),
        locked: isDielectric ? yesNoField(`Keep the thickness${of}`, sheet.locked) : null,
        material: textField(`Material${of}`, sheet.material ?? ""),
        epsilonR: isCopper ? null : numberField(`Epsilon R${of}`, sheet.epsilonR, false),
        lossTangent: isCopper ? null : numberField(`Loss tangent${of}`, sheet.lossTangent, false),
        color: isCopper ? null : choiceField(`Colour${of}`, sheet.color ?? "", named(COLORS)),
      };
    }),
  };
}

function isSheetEdited({ sheet: _, ...fields }: SheetFields): boolean {
  return Object.values(fields).some((field: SettingField | null) => field?.isEdited() === true);
}

function layerArgs({ layer, type, sheets }: LayerFields) {
  const own = sheets.map(sheetArgs);
  const kind = type === null ? layer.type : said(type);
  return { name: layer.name, type: kind, ...(own.length === 1 ? own[0] : { sheets: own }) };
}

/** What a sheet says; what is empty is left out. */
function sheetArgs({ thickness, locked, material, epsilonR, lossTangent, color }: SheetFields) {
  const all = {
    thickness: said(thickness),
    locked: locked !== null && said(locked) ? true : null,
    material: said(material),
    epsilonR: epsilonR === null ? null : said(epsilonR),
    lossTangent: lossTangent === null ? null : said(lossTangent),
    color: color === null ? null : said(color),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== ""));
}

/** The layers of a board with so many of copper; those known say what they said, dielectrics share what thickness is left. */
function stackOf(copper: number, thickness: number, known: ReadonlyMap<string, Layer>): Layer[] {
  const has = (name: string, type: string, sheet: Partial<Sheet>): Layer =>
    known.get(name) ?? { name, type, sheets: [{ ...bare, ...sheet }] };
  const count = copper - 1;
  const rest = Math.max(0.05, thickness - copper * COPPER_MM - 2 * MASK_MM) / count;
  const fr4 = { thickness: Number(rest.toFixed(4)), material: "FR4", epsilonR: 4.5, lossTangent: 0.02 };
  const middle = Array.from({ length: copper }, (_, i) => {
    const name = i === 0 ? "F.Cu" : i === copper - 1 ? "B.Cu" : `In${i}.Cu`;
    const layer = has(name, "copper", { thickness: COPPER_MM });
    if (i === copper - 1) return [layer];
    const type = count === 1 || i % 2 === 1 ? "core" : "prepreg";
    const isSame = known.has(`dielectric ${count}`) && !known.has(`dielectric ${count + 1}`);
    const between = { name: `dielectric ${i + 1}`, type, sheets: [{ ...bare, ...fr4 }] };
    return [layer, isSame ? (known.get(between.name) ?? between) : between];
  }).flat();
  return [
    has("F.SilkS", "Top Silk Screen", {}),
    has("F.Paste", "Top Solder Paste", {}),
    has("F.Mask", "Top Solder Mask", { thickness: MASK_MM }),
    ...middle,
    has("B.Mask", "Bottom Solder Mask", { thickness: MASK_MM }),
    has("B.Paste", "Bottom Solder Paste", {}),
    has("B.SilkS", "Bottom Silk Screen", {}),
  ];
}
