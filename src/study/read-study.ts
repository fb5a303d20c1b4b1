import { InternalError, reason, StudyError } from "../errors.js";
import type { Estimator, EstimatorRequest } from "../estimators/estimator.js";
import { type OwnForm, ownFormOf } from "../own-form.js";
import { crossCheck } from "./cross-checks.js";
import { estimators } from "./estimators-section.js";
import { asMapping } from "./mapping.js";
import { houseMembers, type MemberOptions, membersWith } from "./members.js";
import type { Place, StudyIssue } from "./place.js";
import type { ExposureRequest, Study } from "./study.js";
import { readKeys } from "./study-fields.js";

/**
 * The study that an object (as YAML or JSON gives it) describes, with defaults filled in and lists of
 * parameter values expanded. Throws a StudyError that holds every mistake at once; each names its
 * path, what was expected, what came and the nearest valid name. `members` are members of your own, which
 * the study may name and which travel with it.
 */
export function readStudy(input: unknown, options: MemberOptions = {}): Study {
  const { study, issues } = examineStudy(input, options);
  if (issues.length > 0) throw new StudyError(issues.map((issue) => issue.reason));
  if (study === undefined) throw new InternalError("A study without mistakes could not be read.");
  return study;
}

/** The study as far as it can be read, and every mistake with its place. */
export function examineStudy(
  input: unknown,
  options: MemberOptions = {},
): {
  readonly study: Study | undefined;
  readonly issues: readonly StudyIssue[];
} {
  const other = ownFormOf(input);
  if (other !== undefined) return { study: undefined, issues: [noStudy(other)] };
  const members = membersWith(options.members);
  const place: Place = { keys: [], issues: [], members };
  const read = readKeys(input, place);
  if (read === undefined) return { study: undefined, issues: place.issues };
  const { $schema: _, log: section, estimators: listed, ...rest } = read;
  const isListed = Object.hasOwn(asMapping(input) ?? {}, "estimators");
  const estimators = isListed ? listed : section && defaultEstimators(section.exposure, place);
  crossCheck(input, { ...rest, ...section, estimators }, place);
  const added = members === houseMembers ? {} : { members };
  const study = section && estimators && { ...rest, ...section, estimators, ...added };
  return { study, issues: place.issues };
}

/** One sentence, not one for each of its keys. */
const noStudy = ({ what, use }: OwnForm): StudyIssue => ({
  keys: [],
  reason: reason("unreadable", `Expected a study, and this is ${what}: ${use}.`, { came: what }),
});

/** What a study that lists no estimators asks for: whatever its exposure can answer. */
function defaultEstimators(exposure: ExposureRequest, place: Place): readonly EstimatorRequest[] {
  const isAsked: Readonly<Record<NonNullable<Estimator["default"]>, boolean>> = {
    always: true,
    withCurve: exposure.curve !== undefined,
    withExposure: exposure.column !== undefined,
  };
  const listed = place.members.estimators.filter(
    (member) => member.default !== undefined && isAsked[member.default],
  );
  const names = listed.map(({ name }) => name);
  return estimators.read(names, place) ?? [];
}
