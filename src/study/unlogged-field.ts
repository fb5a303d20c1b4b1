import * as z from "zod";
import type { Unlogged } from "../log/log-spec.js";
import { type Field, leaf } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { addIssue, type Place, within } from "./place.js";

const end = (purpose: string): Field<number> => leaf(z.number(), "a finite number", purpose);
const factor = z.number().gte(0);

const fields = {
  min: end("The least that such a view earns."),
  max: end("The most that such a view earns."),
  times: leaf(
    z.tuple([factor, factor]),
    "two numbers of 0 or more, such as [0.5, 1.5]",
    "From how many to how many times what views at the edge of the log earn: those that a policy shows and the logging policy nearly did not.",
  ),
};

/** `alike`: such views earn what views at the edge of the log do, give or take a half. */
const alike: Unlogged = { times: [0.5, 1.5] };

const expected =
  "a range of the reward, { min: 0, max: 1 } or an end of it, { times: [0.5, 1.5] }, or alike";

/** What views of items that the log does not hold earn. */
export const unlogged: Field<Unlogged> = {
  schema: z.union([z.literal("alike"), fieldsSchema(fields)]),
  expected,
  purpose:
    "What a view of an item that the log does not hold earns: at least and at most; or from so many to so many times what views at the edge of the log earn, of which alike is half to one and a half. Without it: up to 10 times the average view, within the range of the reward.",
  read: (value, place) => {
    if (value === "alike") return alike;
    if (typeof value === "string")
      return addIssue(place, {
        code: "invalidValue",
        expected,
        came: value,
        candidates: ["alike"],
      });
    const { min, max, times } = readFields(fields, value, place) ?? {};
    if (times !== undefined && (min !== undefined || max !== undefined))
      return addIssue(place, {
        code: "invalidValue",
        expected: "either times, or min and max",
        came: value,
      });
    if (times !== undefined) return inOrder(times, "times", place) && { times };
    if (min === undefined && max === undefined)
      return addIssue(place, { code: "invalidValue", expected, came: value });
    if (min !== undefined && max !== undefined && inOrder([min, max], "max", place) === undefined)
      return undefined;
    return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  },
};

function inOrder(
  [low, high]: readonly [number, number],
  key: string,
  place: Place,
): true | undefined {
  if (low <= high) return true;
  const need = key === "max" ? "a max that is not below min" : "two numbers in order";
  return addIssue(within(place, key), {
    code: "invalidValue",
    expected: need,
    came: key === "max" ? high : [low, high],
  });
}
