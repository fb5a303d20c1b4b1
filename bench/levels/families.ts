/** Estimators that are wrong, or right, for like reasons, by their names in a study. */
const families: Readonly<Record<string, readonly string[]>> = {
  "weighted views": ["mean", "dcg", "ips", "mips"],
  "normalised weights": ["snips", "betaIps"],
  "several loggers": ["balance", "weighted"],
  predictions: ["dm", "dr", "switchDr", "drOs", "cab", "offCem", "efficient", "trustDr"],
  "whole lists": ["sips", "iips", "rips", "cascadeDr", "pseudoInverse"],
  scores: ["meanOfRates", "ndcg", "pndcg"],
};

export const familyNames: readonly string[] = Object.keys(families);

/** The family of an estimator by its label: "dr(expected)". */
export function familyOf(label: string): string {
  const name = label.split("(")[0] ?? "";
  const found = Object.entries(families).find(([, names]) => names.includes(name));
  if (found === undefined) throw new Error(`${name} has no family in bench/levels/families.ts`);
  return found[0];
}
