export { createRandom } from "./create-random.js";
export { shuffleByMt19937 } from "./mt19937.js";
export { poisson } from "./poisson.js";
export type { Random } from "./random.js";
