import { ease } from "./ease/ease.js";
import { itemKnn } from "./item-knn/item-knn.js";
import { kunn } from "./kunn/kunn.js";
import type { Model } from "./model.js";
import { popularity } from "./popularity/popularity.js";

/** Every model, in the order in which documentation shows them. */
export const models: readonly Model[] = [ease, kunn, itemKnn, popularity];
