import * as z from "zod";
import type { Curve } from "../exposure/curve.js";
import { measuredCurve, tailsAmong } from "../exposure/index.js";
import { type Field, leaf, nameAmong, required } from "./field.js";
import { checked, made, mapping } from "./fields.js";
import { curvesAmong, type Members } from "./members.js";
import { addIssue, within } from "./place.js";
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

const model = (among: (members: Members) => readonly string[], purpose: string): Field<string> =>
  nameAmong(among, purpose, { words: "one of the models", code: "unknownName" });

const rank = (purpose: string): Field<number> =>
  leaf(z.int().min(1), "a whole number in [1, ∞)", purpose);

/** The last rank that can be viewed. */
export const cutoff: Field<number> = rank(
  "The last rank that can be viewed; beyond it the probability is 0.",
);

const fitFields = {
  fit: required(
    model(
      fittableAmong,
      "The model that is fitted to how deep trajectories went; auto: the one that cross-validation recommends.",
    ),
  ),
  tail: model(tailsOf, `For fit: ${measured}: the model that continues it where views are few.`),
  after: rank("The rank after which the tail begins; default: the last with `support` views."),
  cutoff,
  support: rank(
    `Fewest views at risk that a measured rank of fit: ${measured} needs (default 50).`,
  ),
};

export const fitted: Field<FitRequest> = checked(
  mapping(fitFields, "{ fit: auto }", "A curve to be fitted to the log."),
  (read, place) => {
    const before = place.issues.length;
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
    return place.issues.length > before ? undefined : { ...read, ...curvesAmong(place.members) };
  },
);

const path = leaf(
  z.string().min(1),
  "a path",
  "What `hindcast fit --output` wrote: curves and their doubt.",
);
const inFile = mapping({ file: required(path) }, "{ file: fit.json }", path.purpose);

export const saved: Field<FileRequest> = made(inFile, (read, { members }) => ({
  ...read,
  ...curvesAmong(members),
}));
