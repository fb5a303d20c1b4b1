import * as z from "zod";
import { type Field, leaf } from "./field.js";

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);

export const trainedUntil: Field<string> = leaf(
  z.string().refine((text) => moment.safeParse(text).success),
  "a day such as 2026-11-01, or a moment such as 2026-11-01T06:00:00Z",
  "Rewards earned before this day (its start, in UTC) or moment trained the policy, later ones did not: where the log begins earlier, its lines are undecided.",
);

export const chosenFrom: Field<number> = leaf(
  z.int().gte(1).lte(1_000_000),
  "a whole number of candidates in [1, 1000000]; 1: it was not chosen by this log",
  "Among how many candidates, itself included, this one was chosen by the rewards in this log: its comparisons are judged as if all of these had been compared.",
);
