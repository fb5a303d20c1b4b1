import { z } from "zod";
import { type Field, leaf, withDefault } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import type { Privacy } from "./study.js";

const fields = {
  keys: withDefault(
    leaf(
      z.boolean(),
      "true or false",
      "Results and tallies may hold the key of a user on whom a verdict rests.",
    ),
    false,
  ),
};

/** What results may hold of users. */
export const privacy: Field<Privacy> = {
  schema: fieldsSchema(fields),
  expected: "{ keys: true } or { keys: false }",
  purpose: "What results may hold of users.",
  read: (value, place) => {
    const read = readFields(fields, value, place);
    return read && { keys: read.keys ?? false };
  },
};
