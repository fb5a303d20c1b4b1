import * as z from "zod";
import { atRank, trustByRank } from "../exposure/trust-view.js";
import { curve, curveInput } from "./curve-section.js";
import { type Field, leaf } from "./field.js";
import { checked, mapping } from "./fields.js";
import { addIssue, type Place } from "./place.js";
import { roleFields } from "./role-fields.js";
import type { DayRange, ExposureRequest, TrustFall, TrustTables } from "./study.js";

const iso = z.iso.date();
const day = (purpose: string): Field<string> =>
  leaf(
    z.string().refine((text) => iso.safeParse(text).success),
    "a day such as 2026-11-07",
    purpose,
  );

const ends = { from: day("The first day."), to: day("The last day, included.") };
const expected = "{ from: 2026-11-01, to: 2026-11-07 }, or one of both";

/** A stretch of days, open at an end that is not given. */
const days = (purpose: string): Field<DayRange> =>
  checked(mapping(ends, expected, purpose), (read, place, came) => {
    const { from, to } = read;
    const isNone = from === undefined && to === undefined;
    const isBackwards = from !== undefined && to !== undefined && from > to;
    if (!isNone && !isBackwards) return read;
    return addIssue(place, { code: "invalidValue", expected, came });
  });

const chances = (what: string): Field<readonly number[]> =>
  leaf<readonly number[]>(
    z.array(z.number().min(0).max(1)).min(1),
    "a list of numbers in [0, 1], one for each rank",
    what,
  );

const trustFields = {
  plus: chances(
    "By displayed rank: the chance that a relevant item is rewarded once it is viewed.",
  ),
  minus: chances("By displayed rank: the chance that another item is rewarded once it is viewed."),
  fallsBy: leaf(
    z.number().gte(0).lt(1),
    "a share in [0, 1), such as 0.02",
    "In place of both: the rewards of a view fall by at most this share from each displayed rank to the next, since users trust the ranker.",
  ),
};

/** Rewards say next to nothing of relevance where other items are rewarded nearly as often. */
const leastSlope = 0.01;

const trustExpected = "{ plus: [1, 0.9], minus: [0.3, 0.1] }, or { fallsBy: 0.02 }";

/** How far users trust the ranker: rank by rank, or at most. */
const trust: Field<TrustTables | TrustFall> = checked(
  mapping(
    trustFields,
    trustExpected,
    "Trust bias: chances of a reward at a view by displayed rank, of relevant items and of others; or by how much rewards of a view fall a rank at most.",
  ),
  ({ plus, minus, fallsBy }, place, came) => {
    if (fallsBy !== undefined && plus === undefined && minus === undefined) return { fallsBy };
    if (plus === undefined || minus === undefined || fallsBy !== undefined)
      return addIssue(place, { code: "invalidValue", expected: trustExpected, came });
    return wellApart({ plus, minus }, came, place);
  },
);

function wellApart(tables: TrustTables, came: unknown, place: Place): TrustTables | undefined {
  const { plus, minus } = tables;
  const { slope } = trustByRank(tables);
  const wrong = slope.findIndex((rate) => !(rate >= leastSlope));
  if (wrong < 0) return tables;
  const [least, most] = [atRank(minus, wrong + 1), atRank(plus, wrong + 1)];
  const apart = `minus below plus by ${leastSlope} or more at every rank (a list's last number holds for all deeper ranks): rewards are divided by the difference; at rank ${wrong + 1} minus is ${least} and plus is ${most}`;
  return addIssue(place, { code: "invalidValue", expected: apart, came });
}

const fields = {
  curve,
  ...roleFields("exposure"),
  trust,
  fitDays: days(
    "Days on which curves are fitted and nothing else is; results are of the other days.",
  ),
};

export const exposure: Field<ExposureRequest> = mapping(
  fields,
  "a mapping with the keys curve, column, trust, fitDays",
  "How the logging policy exposed items: the position-bias curve, its logged exposures, or both.",
);

export function exposureInput(spec: ExposureRequest): Readonly<Record<string, unknown>> {
  return spec.curve === undefined ? { ...spec } : { ...spec, curve: curveInput(spec.curve) };
}
