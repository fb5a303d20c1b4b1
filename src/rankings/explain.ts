import type { ChangedUser, ConventionEffect, ExplainedRow } from "../answers/index.js";
import { choiceOf } from "./conventions/index.js";
import type { Measure } from "./measure.js";
import { labelIn, measure } from "./measure.js";
import { meanOf } from "./orders.js";
import type { Preset } from "./presets.js";
import type { UserValues } from "./score.js";
import type { SettingName } from "./settings.js";

/** A measure, the same under other conventions, and with each convention changed alone. */
export interface Variants {
  readonly ours: Measure;
  readonly theirs: Measure;
  readonly single: readonly { readonly name: SettingName; readonly measure: Measure }[];
}

/** What must be measured to explain in what the conventions of a measure differ from a preset's. */
export function variantsOf(ours: Measure, preset: Preset): Variants {
  // A tool that averages ties has no mean over their orders of a measure that is not linear.
  const isKept = choiceOf("ties", preset.settings.ties).averages === true && !ours.metric.isLinear;
  const settings = isKept ? { ...preset.settings, ties: ours.settings.ties } : preset.settings;
  const theirs = measure(ours.metric, ours.cutoff, settings);
  const names = (Object.keys(settings) as SettingName[]).filter(
    (name) => ours.settings[name] !== theirs.settings[name],
  );
  const single = names.map((name) => ({
    name,
    measure: measure(ours.metric, ours.cutoff, {
      ...ours.settings,
      [name]: theirs.settings[name],
    }),
  }));
  return { ours, theirs, single };
}

const mostUsers = 5;

/** One run's measure under both conventions: which of them matter, to whom, and by how much. */
export function explainRun(
  run: string,
  { ours, theirs, single }: Variants,
  base: Preset,
  valuesOf: (measure: Measure) => UserValues,
  users: readonly string[],
): ExplainedRow {
  const userValues = valuesOf(ours);
  const effects = single.map(({ name, measure: changed }): ConventionEffect => {
    const other = valuesOf(changed);
    const moved = users
      .map((user, u) => ({ user, ours: numberOf(userValues, u), theirs: numberOf(other, u) }))
      .filter((pair) => pair.ours !== pair.theirs);
    return {
      convention: name,
      ours: String(ours.settings[name]),
      theirs: String(theirs.settings[name]),
      change: meanOf(other) - meanOf(userValues),
      users: moved.length,
      most: moved.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, mostUsers),
    };
  });
  return {
    run,
    measure: labelIn(ours, base.settings),
    ours: meanOf(userValues),
    theirs: meanOf(valuesOf(theirs)),
    effects: effects.filter(({ users: moved, change }) => moved > 0 || change !== 0),
  };
}

const numberOf = ({ values }: UserValues, user: number): number | null => {
  const value = values[user] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
};

const sizeOf = ({ ours, theirs }: ChangedUser): number =>
  ours === null || theirs === null ? Infinity : Math.abs(ours - theirs);
