import type { Experiment } from "./experiment.js";
import { figure2 } from "./figure2.js";
import { figure1, table1, table2 } from "./simulated.js";

export const experiments: readonly Experiment[] = [table1, table2, figure1, figure2];
