import { Type } from "typebox";
import { splitReference } from "../../engines/annotate/annotate.ts";
import { defineEdit } from "../define.ts";
import { fits } from "../query/page.ts";
import { wholeDesign } from "./design.ts";
import { setReferences } from "./references.ts";

export const clearAnnotation = defineEdit({
  id: "sch.clearAnnotation",
  title: "Clear annotation",
  about:
    "Takes the numbers of parts away (R1 becomes R?), in a schematic and all sheets below it; power symbols keep theirs.",
  scope: "schematic",
  args: {
    ref: Type.Optional(Type.String({ description: "Only references like this: R*, U1.", minLength: 1 })),
    sheet: Type.Optional(Type.String({ description: "Only parts on sheets like this: /, /Power/.", minLength: 1 })),
  },
  examples: [{ about: "All resistors.", fixture: "blinky/blinky.kicad_sch", args: { ref: "R*" } }],
  async run(cx, args) {
    const { netlist, notes } = await wholeDesign(cx);
    const found = netlist.parts
      .filter((part) => !part.reference.startsWith("#"))
      .filter((part) => args.ref === undefined || fits(args.ref, part.reference))
      .filter((part) => args.sheet === undefined || fits(args.sheet, part.sheet.names))
      .map((part) => ({ part, reference: `${splitReference(part.reference).prefix}?` }))
      .filter(({ part, reference }) => part.reference !== reference);
    await setReferences(cx, netlist, found);
    return [...notes, found.length === 0 ? "No part had a number." : `${found.length} symbols lost their number.`];
  },
});
