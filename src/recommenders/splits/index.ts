import { leaveLastOut } from "./leave-last-out/leave-last-out.js";
import { random } from "./random/random.js";
import type { Split } from "./split.js";
import { temporal } from "./temporal/temporal.js";
import { weakGeneralisation } from "./weak-generalisation/weak-generalisation.js";

/** Every split, in the order in which documentation shows them. */
export const splits: readonly Split[] = [weakGeneralisation, leaveLastOut, random, temporal];
