/** Cases whose subject does not exist yet; remove the name when you build it. */
export const notImplemented: readonly string[] = [
  "clickModel.perplexity",
  "pbm.em.wang2018",
  "pbm.interventionHarvesting",
  "clickModels.cascade_dbn_dcm_err",
  "trustBias.affine",
  "oosterhuis.affineClippedDR.label",
  "adaptive.obpBiasUpperBound",
  "trustBias.emStep",
  "pbm.yuleSimon.regression",
  "pbm.yuleSimon.mapGammaPrior",
];
