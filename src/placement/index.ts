export { type CandidateSet, mixedPlacement } from "./candidate-sets.js";
export { exposureOf } from "./exposures.js";
export { type DrawnRanking, gumbelTopK } from "./gumbel-top-k.js";
export { interpolatedExposures, type Placements } from "./interpolated-exposures.js";
export { listWeights, type WeighedList } from "./list-weights.js";
export { plackettLuce, plackettLucePropensities } from "./plackett-luce.js";
export { sampledExposure } from "./sampled-exposure.js";
