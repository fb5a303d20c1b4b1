export { createRandom } from "./create-random.js";
export type { Random } from "./random.js";
