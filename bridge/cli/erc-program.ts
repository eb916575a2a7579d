import { erc } from "../../core/commands/check/erc.ts";
import { checkProgram } from "./check-program.ts";

export const main = checkProgram(erc);
