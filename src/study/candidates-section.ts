import type { CandidatesSpec } from "../log/log-spec.js";
import type { SourceSpec } from "../log/sources/index.js";
import { column, type Field } from "./field.js";
import { fieldsSchema, readFields } from "./fields.js";
import { asMapping } from "./mapping.js";
import { addIssue } from "./place.js";
import { sourceFields, sourceInput } from "./source-section.js";

const sourceNames = Object.keys(sourceFields);
const one = {
  rank: column("Its column with the displayed rank, null where an item was not displayed."),
  exposure: column("Its column with the logging policy's exposure."),
  ...sourceFields,
};

/** A table of all candidates, for estimators with predicted rewards. */
export const candidates: Field<CandidatesSpec> = {
  schema: fieldsSchema(one),
  expected: `a mapping with one of ${sourceNames.join(", ")}, and perhaps rank and exposure`,
  purpose:
    "A table with a row for each candidate of each trajectory, its columns named as in the log (trajectory, feed, item, what policies and predictions name).",
  read: (value, place) => {
    const read = readFields(one, value, place);
    if (read === undefined) return undefined;
    const { rank, exposure, ...others } = read;
    const [source] = Object.values(others as Readonly<Record<string, SourceSpec>>);
    const named = Object.keys(asMapping(value) ?? {}).filter((key) => sourceNames.includes(key));
    if (named.length !== 1 || source === undefined) {
      const expected = `one source: ${sourceNames.join(", ")}`;
      return addIssue(place, { code: "invalidValue", expected, came: named });
    }
    return {
      source,
      ...(rank === undefined ? {} : { rank }),
      ...(exposure === undefined ? {} : { exposure }),
    };
  },
};

export function candidatesInput({ source, ...rest }: CandidatesSpec): unknown {
  const written = sourceInput(source);
  const mapping = asMapping(written);
  return { ...(mapping ?? { files: written }), ...rest };
}
