import { Type } from "typebox";
import { CommandError } from "../../base/error.ts";
import { addStep, removeStep } from "../../model/step.ts";
import { defineEdit } from "../define.ts";

export const setBusAlias = defineEdit({
  id: "sch.setBusAlias",
  title: "Set bus alias",
  about:
    "Sets the nets that a bus alias stands for, or adds the alias; without members it goes. Used in a bus label as {NAME}.",
  scope: "schematic",
  args: {
    name: Type.String({ description: "The alias.", minLength: 1 }),
    members: Type.Array(Type.String({ minLength: 1 }), { description: "Nets, vectors (D[0..7]) and other aliases." }),
  },
  label: (args) => `Set bus alias ${args.name}`,
  examples: [
    { about: "A serial bus.", fixture: "blinky/blinky.kicad_sch", args: { name: "I2C", members: ["SCL", "SDA"] } },
  ],
  run(cx, args) {
    if (/[\s{}[\]]/.test(args.name)) {
      throw new CommandError({
        code: "invalid-args",
        message: `Cannot set bus alias ${JSON.stringify(args.name)}: its name may hold no blanks and no brackets.`,
        hint: "Choose a plain name, e.g. I2C.",
      });
    }
    const items = [...cx.doc.items.ofKind("busAlias")];
    const known = items.find((item) => item["name"] === args.name);
    if (args.members.length === 0) {
      if (known === undefined) {
        throw new CommandError({
          code: "not-found",
          message: `Cannot take bus alias ${args.name} away: the sheet has ${items.map((item) => item["name"]).join(", ") || "none"}.`,
          hint: "List them with query.items and kind busAlias.",
        });
      }
      cx.edit.apply(removeStep(cx.doc, known));
    } else if (known !== undefined) cx.edit.set(known.id, { members: args.members });
    else {
      let n = items.length + 1;
      while (cx.doc.items.entry(`bus_alias#${n}`) !== undefined) n++;
      cx.edit.apply(addStep(cx.doc, "busAlias", `bus_alias#${n}`, { name: args.name, members: args.members }));
    }
  },
});
