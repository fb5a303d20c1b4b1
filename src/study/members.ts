import { type Diagnostic, diagnostics } from "../diagnostics/index.js";
import { type Reason, reason, StudyError } from "../errors.js";
import type { Estimator } from "../estimators/estimator.js";
import { estimators } from "../estimators/index.js";
import { type Curve, type NamesModel, ownCurves } from "../exposure/curve.js";
import { curves } from "../exposure/index.js";
import type { Adjustment } from "../inference/adjustments/adjustment.js";
import { adjustments } from "../inference/adjustments/index.js";
import { intervals } from "../inference/intervals/index.js";
import type { IntervalMethod } from "../inference/intervals/interval.js";

/**
 * The members that a study may name: Hindcast's, and after them those of the caller. Only these kinds can
 * be added from outside; column roles, sources, engines and elements of reports cannot.
 */
export interface Members {
  readonly estimators: readonly Estimator[];
  readonly curves: readonly Curve[];
  readonly diagnostics: readonly Diagnostic[];
  readonly intervals: readonly IntervalMethod[];
  readonly adjustments: readonly Adjustment[];
}

/** Members of a caller's own, by kind. */
export type OwnMembers = Partial<Members>;

/** How `readStudy` and its like take members of a caller's own. */
export interface MemberOptions {
  readonly members?: OwnMembers;
}

export const houseMembers: Members = { estimators, curves, diagnostics, intervals, adjustments };

/**
 * Hindcast's members with the caller's after them. Throws a StudyError where two have one name, where a
 * diagnostic's code does not begin with `own:`, and for a kind that cannot be added.
 */
export function membersWith(members: OwnMembers | undefined): Members {
  if (members === undefined) return houseMembers;
  const problems = [
    ...Object.keys(members).flatMap(unknownKind),
    ...kinds.flatMap(({ kind, nameOf }) => clashes(kind, nameOf(houseMembers), nameOf(members))),
    ...(members.diagnostics ?? []).flatMap(foreignCode),
  ];
  if (problems.length > 0) throw new StudyError(problems);
  return Object.freeze({
    estimators: [...estimators, ...(members.estimators ?? [])],
    curves: [...curves, ...(members.curves ?? [])],
    diagnostics: [...diagnostics, ...(members.diagnostics ?? [])],
    intervals: [...intervals, ...(members.intervals ?? [])],
    adjustments: [...adjustments, ...(members.adjustments ?? [])],
  });
}

export const membersOf = ({ members = houseMembers }: { readonly members?: Members }): Members =>
  members;

/** What a value that names a model carries, where the caller added curves. */
export function curvesAmong({ curves: all }: Members): NamesModel {
  const added = all.slice(curves.length);
  return added.length === 0 ? {} : { [ownCurves]: added };
}

/** Codes of the diagnostics that a caller added; a tally keeps them, since it holds their sums. */
export const ownDiagnostics = ({ members }: { readonly members?: Members }): readonly string[] =>
  (members?.diagnostics ?? []).slice(diagnostics.length).map(({ code }) => code);

interface Kind {
  readonly kind: keyof Members;
  readonly nameOf: (members: OwnMembers) => readonly string[];
}

const namesIn = (list: readonly { readonly name: string }[] = []): readonly string[] =>
  list.map(({ name }) => name);

const kinds: readonly Kind[] = [
  { kind: "estimators", nameOf: (members) => namesIn(members.estimators) },
  { kind: "curves", nameOf: (members) => namesIn(members.curves) },
  {
    kind: "diagnostics",
    nameOf: (members) => (members.diagnostics ?? []).map(({ code }) => code),
  },
  { kind: "intervals", nameOf: (members) => namesIn(members.intervals) },
  { kind: "adjustments", nameOf: (members) => namesIn(members.adjustments) },
];

function unknownKind(key: string): readonly Reason[] {
  const names = kinds.map(({ kind }) => kind);
  if (names.some((kind) => kind === key)) return [];
  const message = `members: expected the kinds ${names.join(", ")}; came "${key}". Other kinds cannot be added from outside.`;
  return [reason("unknownKey", message, { key, known: names })];
}

function clashes(
  kind: string,
  house: readonly string[],
  names: readonly string[],
): readonly Reason[] {
  return names.flatMap((name, at) => {
    const isHouse = house.includes(name);
    if (!isHouse && names.indexOf(name) === at) return [];
    const other = isHouse ? `Hindcast's own "${name}"` : `another "${name}" of yours`;
    const message = `members.${kind}[${at}] is called "${name}", as is ${other}; give it another name.`;
    return [reason("duplicateName", message, { kind, name, at })];
  });
}

function foreignCode({ code }: Diagnostic, at: number): readonly Reason[] {
  if (code.startsWith("own:")) return [];
  const message = `members.diagnostics[${at}]: expected a code that begins with "own:", which no code of Hindcast does; came "${code}". Call it "own:${code}".`;
  return [reason("invalidName", message, { code, at })];
}
