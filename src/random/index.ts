export { createRandom } from "./create-random.js";
export { poisson } from "./poisson.js";
export type { Random } from "./random.js";
