export { createRandom } from "./create-random.js";
export { fnv1a64 } from "./fnv1a64.js";
export type { Random } from "./random.js";
export { splitmix64 } from "./splitmix64.js";
export { toUnitInterval, type Uint64 } from "./uint64.js";
