import type { Split } from "./split.js";
import { leaveLastOut, random, temporal, weakGeneralisation } from "./table.js";

/** Every split, in the order in which documentation shows them. */
export const splits: readonly Split[] = [weakGeneralisation, leaveLastOut, random, temporal];
