import { z } from "zod";
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

/** How far users trust the ranker, rank by rank. */
export const trust: Field<TrustTables> = {
  schema: fieldsSchema(fields),
  expected: "{ plus: [1, 0.9], minus: [0.3, 0.1] }",
  purpose:
    "Trust bias: chances of a reward at a view by displayed rank, of relevant items and of others.",
  read: (value, place) => {
    const { plus, minus } = readFields(fields, value, place) ?? {};
    if (plus === undefined || minus === undefined) return undefined;
    const at = (list: readonly number[], rank: number): number => list[rank] ?? list.at(-1) ?? 0;
    const ranks = Array.from({ length: Math.max(plus.length, minus.length) }, (_, i) => i);
    const wrong = ranks.find((rank) => at(minus, rank) >= at(plus, rank));
    if (wrong === undefined) return { plus, minus };
    const expected = `minus below plus at every rank (a list's last number holds for all deeper ranks); at rank ${wrong + 1} minus is ${at(minus, wrong)} and plus is ${at(plus, wrong)}`;
    return addIssue(place, { code: "invalidValue", expected, came: value });
  },
};
