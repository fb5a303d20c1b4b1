import { InternalError } from "../../errors.js";
import type { LoggersView, PolicyView } from "../../estimators/estimator.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { isFeed } from "../../log/feeds.js";
import type { Stratum } from "../../log/strata.js";
import {
  and,
  caseWhen,
  cast,
  double,
  type Expression,
  equal,
  min,
  text,
} from "../../sql/expression.js";
import { userHalves } from "../../tally/user-halves.js";

/** How many trajectories each logging policy has in every feed and day, and the least exposure of a row under their mixture. */
export interface LoggerSizes {
  readonly strata: readonly (Stratum & { readonly rows: number })[];
  readonly least?: number;
}

/** The logging policies of a log whose study names them; without sizes each has the same share. */
export function loggersView(
  log: BoundLog,
  policies: readonly PolicyView[],
  sizes: LoggerSizes | undefined,
): LoggersView | undefined {
  const named = Object.entries(log.spec.loggingPolicies ?? {});
  const all = named.map(([key, name]) => {
    const policy = policies.find((policyView) => policyView.name === name);
    const share = sizes === undefined ? double(1 / named.length) : shareOf(log, key, sizes.strata);
    const wrote = (column: Expression): Expression => equal(cast(column, "text"), text(key));
    if (policy === undefined) {
      throw new InternalError(`log.loggingPolicies names "${name}", which is not a policy.`, {
        name,
      });
    }
    const trajectory = wrote(min(canonical.logger));
    return { policy, wrote: { row: wrote(canonical.logger), trajectory }, share };
  });
  if (all.length === 0) return undefined;
  return { all, least: sizes?.least, halves: userHalves(log) };
}

/** ρ_j of the feed and day of a row. */
function shareOf(log: BoundLog, key: string, strata: LoggerSizes["strata"]): Expression {
  const places = new Map<string, { readonly stratum: Stratum; all: number; here: number }>();
  for (const row of strata) {
    const mark = JSON.stringify([row.feed, row.day]);
    const place = places.get(mark) ?? { stratum: row, all: 0, here: 0 };
    place.all += row.rows;
    if (row.logger === key) place.here += row.rows;
    places.set(mark, place);
  }
  const shares = [...places.values()].map(({ stratum, all, here }) => ({
    when: conditionOf(log, stratum),
    share: here / all,
  }));
  const last = shares.at(-1)?.share ?? 0;
  if (shares.every(({ share }) => share === last)) return double(last);
  return caseWhen(
    shares.slice(0, -1).map(({ when, share }) => ({ when, then: double(share) })),
    double(last),
  );
}

const conditionOf = (log: BoundLog, { feed, day }: Stratum): Expression =>
  and([
    ...(feed === null ? [] : [isFeed(log, feed)]),
    ...(day === null ? [] : [equal(cast(canonical.day, "text"), text(day))]),
  ]);
