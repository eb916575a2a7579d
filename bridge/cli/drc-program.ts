import { drc } from "../../core/commands/check/drc.ts";
import { fillingService } from "../node/fill-pool.ts";
import { checkProgram } from "./check-program.ts";

export const main = checkProgram(drc, { filling: fillingService });
