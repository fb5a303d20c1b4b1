import { log2 as binaryLog } from "../../numeric/elementary/log-in-base.js";
import type { Curve } from "../curve.js";
import { overRanks } from "../parts.js";

/** p_r = 1/log2(r+1), the discount of classic DCG; p_3 = 0.5. */
export const log2: Curve = {
  name: "log2",
  purpose: "The discount of classic DCG, 1/log2(r+1), read as a chance of being viewed.",
  reference: "Järvelin and Kekäläinen, ACM TOIS 20(4), 2002; Jeunen et al., KDD 2024, section 4.",
  isDiscount: true,
  parameters: [],
  probabilities: (_parameters, n) => overRanks(n, (r) => 1 / binaryLog(r + 1)),
  logDerivatives: () => ({}),
};
