import { type Reason, reason, StudyError } from "../../errors.js";
import { didYouMean } from "../../numeric/nearest-name.js";
import { parameterFault } from "../../parameters.js";
import type { Step } from "../step.js";
import { allOfferedRows } from "./all-offered-rows/all-offered-rows.js";
import { carryOver } from "./carry-over/carry-over.js";
import { depthByTrait } from "./depth-by-trait/depth-by-trait.js";
import type { Dial } from "./dial.js";
import { entryByReward } from "./entry-by-reward/entry-by-reward.js";
import { misloggedExposure } from "./mislogged-exposure/mislogged-exposure.js";
import { missedItems } from "./missed-items/missed-items.js";
import { newItems } from "./new-items/new-items.js";
import { paretoReward } from "./pareto-reward/pareto-reward.js";
import { ranksOfViewed } from "./ranks-of-viewed/ranks-of-viewed.js";
import { reordering } from "./reordering/reordering.js";
import { rewardByTrait } from "./reward-by-trait/reward-by-trait.js";
import { rewardedRowsOnly } from "./rewarded-rows-only/rewarded-rows-only.js";
import { robotUser } from "./robot-user/robot-user.js";
import { sessionsCut } from "./sessions-cut/sessions-cut.js";
import { similarNeighbours } from "./similar-neighbours/similar-neighbours.js";
import { stopsAfterReward } from "./stops-after-reward/stops-after-reward.js";
import { stopsAtItem } from "./stops-at-item/stops-at-item.js";
import { trustInRank } from "./trust-in-rank/trust-in-rank.js";

/** Every dial, in the order of the assumptions. */
export const dials: readonly Dial[] = [
  carryOver,
  stopsAfterReward,
  stopsAtItem,
  depthByTrait,
  rewardByTrait,
  similarNeighbours,
  trustInRank,
  missedItems,
  newItems,
  misloggedExposure,
  reordering,
  entryByReward,
  allOfferedRows,
  rewardedRowsOnly,
  ranksOfViewed,
  sessionsCut,
  robotUser,
  paretoReward,
];

/** What the dials of a world do that are not at 0. Throws a StudyError with every name and value that is wrong. */
export function stepsOf(values: Readonly<Record<string, number>>): readonly Step[] {
  const faults = dialFaults(values);
  if (faults.length > 0) throw new StudyError(faults);
  return dials.flatMap(({ name, steps }) => {
    const value = values[name] ?? 0;
    return value === 0 ? [] : [steps(value)];
  });
}

/** What is wrong with the dials of a world that logs exposures, or does not. */
export function dialFaults(
  values: Readonly<Record<string, number>>,
  exposures = true,
): readonly Reason[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const dial = dials.find((each) => each.name === name);
    if (dial === undefined) return [unknown(name)];
    const fault = parameterFault(
      { kind: "number", name: `dials.${name}`, purpose: "", ...dial.value },
      value,
    );
    if (fault !== undefined) return [fault];
    return value !== 0 && dial.needsExposures === true && !exposures ? [hidden(dial)] : [];
  });
}

function hidden({ name }: Dial): Reason {
  const message = `dials.${name} shows only in logged exposures, and this world logs none: give exposures: true (--exposures), or leave the dial at 0.`;
  return reason("world", message, { dial: name });
}

function unknown(name: string): Reason {
  const names = dials.map((each) => each.name);
  const message = `There is no dial ${JSON.stringify(name)}; the dials are ${names.join(", ")}.${didYouMean(name, names)}`;
  return reason("world", message, { expected: names, came: name });
}
