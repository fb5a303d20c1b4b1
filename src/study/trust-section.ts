import { z } from "zod";
import { atRank, trustByRank } from "../exposure/trust-view.js";
import { type Field, leaf, required } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { addIssue } from "./place.js";
import type { TrustTables } from "./study.js";

const chances = (what: string): Field<readonly number[]> & { readonly required: true } =>
  required(
    leaf<readonly number[]>(
      z.array(z.number().min(0).max(1)).min(1),
      "a list of numbers in [0, 1], one for each rank",
      what,
    ),
  );

const fields = {
  plus: chances(
    "By displayed rank: the chance that a relevant item is rewarded once it is viewed.",
  ),
  minus: chances("By displayed rank: the chance that another item is rewarded once it is viewed."),
};

/** Rewards say next to nothing of relevance where other items are rewarded nearly as often. */
const leastSlope = 0.01;

/** How far users trust the ranker, rank by rank. */
export const trust: Field<TrustTables> = {
  schema: fieldsSchema(fields),
  expected: "{ plus: [1, 0.9], minus: [0.3, 0.1] }",
  purpose:
    "Trust bias: chances of a reward at a view by displayed rank, of relevant items and of others.",
  read: (value, place) => {
    const { plus, minus } = readFields(fields, value, place) ?? {};
    if (plus === undefined || minus === undefined) return undefined;
    const { slope } = trustByRank({ plus, minus });
    const wrong = slope.findIndex((each) => !(each >= leastSlope));
    if (wrong < 0) return { plus, minus };
    const [least, most] = [atRank(minus, wrong + 1), atRank(plus, wrong + 1)];
    const expected = `minus below plus by ${leastSlope} or more at every rank (a list's last number holds for all deeper ranks): rewards are divided by the difference; at rank ${wrong + 1} minus is ${least} and plus is ${most}`;
    return addIssue(place, { code: "invalidValue", expected, came: value });
  },
};
