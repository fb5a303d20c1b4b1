import { requestKey } from "../estimators/request-key.js";
import { label } from "../evaluate/ask/label.js";
import { groupedBy } from "../numeric/grouped-by.js";
import type { Measured } from "./pair.js";
import type { Point } from "./pairs.js";
import { clippedVariants, keyOfRow } from "./requests.js";
import type { SensitivityRow } from "./result.js";
import { oneSidedP, sensitivityOf } from "./sensitivity.js";

/**
 * The sensitivity analysis for each clip: the days of every policy that online results over all its days tell
 * from the baseline at `confidence` are settings with a known sign, those of the others are not.
 */
export function sensitivityRows(
  points: readonly Point[],
  confidence: number,
): readonly SensitivityRow[] {
  const signs = onlineSigns(points, confidence);
  const daily = points.filter(({ day, difference }) => day !== null && difference !== null);
  const groups = groupedBy(daily, ({ row }) => keyOfRow(row));
  const byRequest = new Map(groups.map((group) => [group[0] && keyOfRow(group[0].row), group]));
  return clippedVariants.flatMap(({ clip, request }) => {
    const points = byRequest.get(requestKey(request)) ?? [];
    if (points.length === 0) return [];
    const turned = (holds: (sign: number) => boolean): readonly Measured[] =>
      points.flatMap((point) => {
        const sign = signs.get(keyOf(point));
        if (sign === undefined || !holds(sign) || point.difference === null) return [];
        const { value, se } = point.difference.offline;
        return [{ value: sign === 0 ? value : sign * value, se }];
      });
    return [
      {
        estimator: request.name,
        parameters: request.parameters,
        label: label(request),
        clip,
        known: sensitivityOf(
          turned((sign) => sign !== 0),
          confidence,
        ),
        unknown: sensitivityOf(
          turned((sign) => sign === 0),
          confidence,
        ),
      },
    ];
  });
}

const keyOf = ({ row, arm }: Point): string => JSON.stringify([arm.policy, row.feed, row.reward]);

/** 1 or −1 for a policy that online results call better or worse than the baseline, else 0. */
function onlineSigns(points: readonly Point[], confidence: number): ReadonlyMap<string, number> {
  const overall = points.filter(({ day, difference }) => day === null && difference !== null);
  return new Map(
    overall.map((point) => {
      const online = point.difference?.online ?? { value: 0, se: 0 };
      const isKnown = 2 * oneSidedP({ ...online, value: Math.abs(online.value) }) < 1 - confidence;
      return [keyOf(point), isKnown ? Math.sign(online.value) : 0] as const;
    }),
  );
}
