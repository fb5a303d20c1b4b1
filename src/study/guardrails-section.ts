import { z } from "zod";
import { type Field, required } from "./field.js";
import { mapping } from "./fields.js";
import { named } from "./named.js";
import { addIssue } from "./place.js";
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

/** Rewards of which a candidate must not lose more than a share, whatever else it wins. */
export const guardrails: Field<Readonly<Record<string, Guard>>> = named(
  mapping({ notWorseThan: required(margin) }, "{ notWorseThan: 0.01 }", margin.purpose),
  "a mapping from rewards to { notWorseThan: … }",
  "Rewards that a candidate must be shown not to lose more than a share of.",
);
