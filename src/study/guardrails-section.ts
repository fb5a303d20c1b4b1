import { z } from "zod";
import { type Field, required } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { readNamed } from "./named.js";
import { addIssue, type Place } from "./place.js";
import type { Guard } from "./study.js";

const percent = /^\s*(\d+(?:\.\d+)?)\s*%\s*$/;

const margin: Field<number> = {
  schema: z.union([z.number().gt(0).lt(1), z.string().regex(percent)]),
  expected: "a share of the baseline in (0, 1), such as 0.01 or 1 %",
  purpose: "By how much of what the baseline earns a candidate may be worse.",
  read: (value, place) => {
    const [, number] = typeof value === "string" ? (percent.exec(value) ?? []) : [];
    const share = number === undefined ? value : Number(number) / 100;
    if (typeof share === "number" && share > 0 && share < 1) return share;
    return addIssue(place, { code: "invalidValue", expected: margin.expected, came: value });
  },
};

const fields = { notWorseThan: required(margin) };

const expected = "a mapping from rewards to { notWorseThan: … }";

/** Rewards of which a candidate must not lose more than a share, whatever else it wins. */
export const guardrails: Field<Readonly<Record<string, Guard>>> = {
  schema: z.record(z.string(), fieldsSchema(fields)),
  expected,
  purpose: "Rewards that a candidate must be shown not to lose more than a share of.",
  read: (value, place) => readNamed({ expected, read: readGuard }, value, place),
};

function readGuard(value: unknown, place: Place): Guard | undefined {
  const { notWorseThan } = readFields(fields, value, place) ?? {};
  return notWorseThan === undefined ? undefined : { notWorseThan };
}
