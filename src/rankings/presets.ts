import { paper, type Settings } from "./settings.js";

/** The conventions of a tool, by its name. */
export interface Preset {
  readonly name: string;
  readonly purpose: string;
  readonly settings: Settings;
}

const preset = (name: string, purpose: string, changes: Partial<Settings> = {}): Preset =>
  Object.freeze({ name, purpose, settings: Object.freeze({ ...paper, ...changes }) });

/** The conventions of a request that names none. */
export const paperPreset: Preset = preset(
  "paper",
  "every user counts wherever the measure is defined (Jeunen et al. 2024)",
);

/** Whose conventions a ranking can be measured by; the first is that of a study that names none. */
export const presets: readonly Preset[] = [
  paperPreset,
  preset(
    "trec_eval",
    "trec_eval 9 and pytrec_eval; -c is missing: zero, version 10 scores: double",
    {
      grades: "whole",
      scores: "single",
      empty: "zero",
      missing: "skip",
      p: 0.9,
    },
  ),
  preset("recpack", "RecPack 0.3.6 on numpy 1", {
    gain: "binary",
    ties: "introselect",
    empty: "drop",
  }),
  preset("ranx", "ranx 0.3; its order of ties is not documented, this is that of the file", {
    grades: "whole",
    ties: "file",
    empty: "zero",
    missing: "refuse",
  }),
  preset("sklearn", "scikit-learn's dcg_score and ndcg_score", {
    negatives: "sum",
    ties: "average",
    empty: "zero",
  }),
  preset("lenskit", "LensKit for Python", {
    gain: "binary",
    discount: "late",
    ties: "file",
    precisionBy: "listed",
    recallBy: "reachable",
    p: 0.85,
  }),
];
