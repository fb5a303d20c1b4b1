import { z } from "zod";
import { type Field, leaf, withDefault } from "./field.js";
import { mapping } from "./fields.js";
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
  saltFile: leaf(
    z.string().min(1),
    "the name of a file",
    "A file with a secret of 16 bytes or more that enters the hash by which users are put into groups.",
  ),
};

/** What results may hold of users. */
export const privacy: Field<Privacy> = mapping(
  fields,
  "a mapping such as { keys: true } or { saltFile: salt.txt }",
  "What results may hold of users.",
);
