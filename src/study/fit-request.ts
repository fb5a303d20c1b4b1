import { z } from "zod";
import type { Curve } from "../exposure/curve.js";
import { measuredCurve, tailsAmong } from "../exposure/index.js";
import { type Field, leaf, required } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { curvesAmong, houseMembers, type Members } from "./members.js";
import { addIssue, type Place, within } from "./place.js";
import type { FileRequest, FitRequest } from "./study.js";

/** Stands for the model that cross-validation recommends. */
export const fitAuto = "auto";

const namesOf = (list: readonly Curve[]): readonly string[] => list.map(({ name }) => name);
const fittableAmong = ({ curves }: Members): readonly string[] => [
  ...namesOf(curves.filter(({ fitter }) => fitter !== undefined)),
  fitAuto,
];
const tailsOf = ({ curves }: Members): readonly string[] => namesOf(tailsAmong(curves));
const measured = measuredCurve.name;

const oneOf = (names: readonly string[]): string => `one of the models ${names.join(", ")}`;

const named = (among: (members: Members) => readonly string[], purpose: string): Field<string> => ({
  schema: z.enum(among(houseMembers)),
  expected: oneOf(among(houseMembers)),
  purpose,
  read: (value, place) => {
    const names = among(place.members);
    const found = names.find((name) => name === value);
    if (found !== undefined) return found;
    const expected = oneOf(names);
    return addIssue(place, { code: "unknownName", expected, came: value, candidates: names });
  },
});

const rank = (purpose: string): Field<number> =>
  leaf(z.int().min(1), "a whole number in [1, ∞)", purpose);

/** The last rank that can be viewed. */
export const cutoff: Field<number> = rank(
  "The last rank that can be viewed; beyond it the probability is 0.",
);

const fitFields = {
  fit: required(
    named(
      fittableAmong,
      "The model that is learnt from how deep trajectories went; auto: the one that cross-validation recommends.",
    ),
  ),
  tail: named(tailsOf, `For fit: ${measured}: the model that continues it where views are few.`),
  after: rank("The rank after which the tail begins; default: the last with `support` views."),
  cutoff,
  support: rank(
    `Fewest views at risk that a measured rank of fit: ${measured} needs (default 50).`,
  ),
};

const fileFields = {
  file: required(
    leaf(
      z.string().min(1),
      "a path",
      "What `hindcast fit --output` wrote: curves and their doubt.",
    ),
  ),
};

/** A curve to be learnt from the log, as editors know it. */
export const fitSchema: z.ZodType = fieldsSchema(fitFields);
/** A curve learnt before. */
export const fileSchema: z.ZodType = fieldsSchema(fileFields);

/** Reads `{ fit: … }`. */
export function readFit(value: unknown, place: Place): FitRequest | undefined {
  const before = place.issues.length;
  const read = readFields(fitFields, value, place);
  if (read?.fit === undefined || place.issues.length > before) return undefined;
  for (const key of ["tail", "after", "support"] as const) {
    if (read[key] === undefined || read.fit === measured) continue;
    addIssue(within(place, key), {
      code: "unknownKey",
      expected: "no such key with this model",
      came: read[key],
      because: `only fit: ${measured} is measured rank by rank and may need a tail; ${read.fit} has one of its own`,
    });
  }
  if (read.after !== undefined && read.tail === undefined && read.fit === measured) {
    addIssue(within(place, "tail"), {
      code: "missingKey",
      expected: `the model of the tail that begins after rank ${read.after}: ${tailsOf(place.members).join(", ")}`,
      came: undefined,
    });
  }
  return place.issues.length > before
    ? undefined
    : { ...read, fit: read.fit, ...curvesAmong(place.members) };
}

/** Reads `{ file: … }`. */
export function readFile(value: unknown, place: Place): FileRequest | undefined {
  const file = readFields(fileFields, value, place)?.file;
  return file === undefined ? undefined : { file, ...curvesAmong(place.members) };
}
