import type { LogSpec, PredictionFit, RewardSpec } from "../../log/log-spec.js";

/** Predictions that are fitted on the log: of which reward, how, and the name of their column. */
export interface FittedColumn {
  readonly reward: string;
  /** Its place among the rewards. */
  readonly index: number;
  readonly fit: PredictionFit;
  readonly column: string;
}

export function withFittedColumns(log: LogSpec): {
  readonly log: LogSpec;
  readonly fitted: readonly FittedColumn[];
} {
  const all = Object.entries(log.rewards);
  const fitted = all.flatMap(([reward, spec], index): readonly FittedColumn[] => {
    const { prediction: fit } = spec;
    if (typeof fit !== "object") return [];
    return [{ reward, index, fit, column: nameOf(log, spec, fit) }];
  });
  if (fitted.length === 0) return { log, fitted };
  const rewards = all.map(([name, spec]) => {
    const column = fitted.find(({ reward }) => reward === name);
    return [name, column === undefined ? spec : { ...spec, prediction: column.column }] as const;
  });
  return { log: { ...log, rewards: Object.fromEntries(rewards) }, fitted };
}

/** Fingerprints hold names of columns: all that the predictions are made of is in this one. */
function nameOf(
  { item, user, trajectory, sampling }: LogSpec,
  { column, missing }: RewardSpec,
  { fit, shrink, folds, context }: PredictionFit,
): string {
  const parts = [
    `item ${item ?? ""}`,
    ...(context === undefined ? [] : [`context ${context}`]),
    `shrink ${shrink}`,
    `folds ${folds}`,
    `by ${user ?? trajectory ?? ""}`,
    ...(missing === undefined ? [] : [`missing ${missing}`]),
    ...(sampling === undefined ? [] : [`sampling ${sampling}`]),
  ];
  return `${fit} of ${column} (${parts.join(", ")})`;
}
