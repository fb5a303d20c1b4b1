import type { IntervalMethod } from "./interval.js";
import { t } from "./t/t.js";

/** Every way to make a confidence interval, in the order in which documentation shows them. */
export const intervals: readonly IntervalMethod[] = [t];
