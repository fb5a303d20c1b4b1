import type { ReasonCode } from "../codes.js";
import type { Reason } from "../errors.js";
import type { Expression } from "../sql/expression.js";
import type { ColumnType, SourceColumn } from "../sql/source-column.js";

/**
 * What a column of a log may stand for: its displayed rank, its user, a reward, the rank that a policy
 * gives. Binding, canonical rows, the survey, row rules, fingerprints, the study file, flags and
 * documentation follow from the member; nothing of these names it again.
 */
export interface Role<
  Name extends string = string,
  In extends Section = Section,
  Field extends string = string,
> {
  /** The name under which `canonical` gives its column. */
  readonly name: Name;
  /** The section of the study that names its column; every reward and every policy names its own. */
  readonly in: In;
  /** Its key in the study as read, and in results. */
  readonly field: Field;
  /** The documented key of study files, where that differs from the field; both are read. */
  readonly key?: string;
  readonly words: RoleWords;
  /** It says where a policy puts an item: a policy names at least one such column. */
  readonly places?: true;
  /** A curve cannot be fitted on a log without it. */
  readonly isNeededToFit?: true;
  /** Whether `fit` has a flag for it, for logs without a study. */
  readonly isFlag?: true;
  /** Names that logs usually give its column; a group of it is the name of the reward or policy. */
  readonly called?: RegExp;
  readonly accepts: readonly ColumnType[];
  /** What is accepted, in words: "whole numbers or text". */
  readonly expected: string;
  /** The study may give one number for all rows in place of a column. */
  readonly constant?: Constant;
  /** The canonical column; those of rewards and policies are numbered: `h_reward_0`. */
  readonly alias: `h_${string}`;
  /** The canonical value of a row. */
  readonly read: (source: SourceColumn) => Expression;
  /** Another key of its section that says how its column is read. */
  readonly readAs?: string;
  /** The canonical value where the log does not have the role; without it there is no such column. */
  readonly absent?: (log: LogOfRoles) => Expression | undefined;
  /** What is read where some rows hold NULL, which is refused only where the study says `invalid`. */
  readonly whereNull?: (log: LogOfRoles) => Expression;
  /** Its canonical column is made only where another role needs it. */
  readonly onDemand?: true;
  readonly survey: SurveyKind;
  readonly refuses?: Refusals;
  /** In no row its value may be less than that of this role. */
  readonly atLeast?: Role;
  /** A value above that of any of these roles counts as none: its canonical value is NULL. */
  readonly atMost?: readonly Role[];
  /** What it adds to a fingerprint: it must tell two source columns apart, and two constants. */
  readonly meaning?: (use: RoleUse) => string;
  /** Whether the sample for checks of trajectories keeps it. */
  readonly isSampled?: true;
  /** A trajectory holds one value of it. */
  readonly single?: Single;
  /** Another role that must be named with it, and the complaint where that is missing. */
  readonly needs?: { readonly role: Role; readonly complaint: (naming: Naming) => Reason };
  /** A second canonical column that follows from it. */
  readonly derives?: Derived;
  /** What a result must say of a log with this role, though nothing was refused. */
  readonly warn?: (
    use: RoleUse,
    columnSummary: ColumnSummary,
    log: LogOfRoles,
  ) => Reason | undefined;
}

/** A role as one log uses it: which column plays it, and where the study says so. */
export interface RoleUse {
  readonly role: Role;
  /** "log.rank", "log.rewards.like", "policies.candidate.score". */
  readonly path: string;
  /** The reward or policy that names the column; empty for roles of the log itself. */
  readonly owner: string;
  /** Which reward or policy that is. */
  readonly index: number;
  /** The source's column, or the number that stands for it in every row. */
  readonly source: SourceColumn | number;
  /** What NULL counts as. */
  readonly fallback: number | undefined;
}

/** What roles read of a log. */
export interface LogOfRoles {
  readonly spec: { readonly user?: string; readonly trajectory?: string };
  readonly types: ReadonlyMap<string, ColumnType>;
  /** The roles that the study could name. */
  readonly roles: readonly Role[];
  /** Those that it does name, with their columns. */
  readonly uses: readonly RoleUse[];
  /** Some rows have no user, as the survey found. */
  readonly someWithoutUser?: true;
}

/** What is known of a column without looking at single rows. */
export interface ColumnSummary {
  /** Values that are not NULL. */
  readonly values: number;
  readonly range: readonly [number, number] | undefined;
  readonly finite: boolean;
  /** Every value is a whole number. */
  readonly whole: boolean;
  /** Values of the source that count as none, because they lie above the role that bounds them. */
  readonly beyond?: number;
  /** Rows without a user, each of which counts as of a user of its trajectory's own. */
  readonly missing?: number;
}

/** A column of canonical impressions, whatever the source called it; an expression like any other. */
export interface CanonicalColumn {
  readonly kind: "column";
  readonly name: `h_${string}`;
}

/** The parts of a study that name columns: the log and its exposure once, rewards and policies each. */
export type Section = "log" | "exposure" | "reward" | "policy";

export interface RoleWords {
  /** The study's documentation, editors and flags: "the key of a trajectory". */
  readonly purpose: string;
  /** What the documentation adds. */
  readonly details?: string;
  /** What holds without it: "every row is one". */
  readonly without?: string;
}

/** Numbers that may stand for a column. */
export interface Constant {
  readonly low: number;
  readonly high: number;
  readonly whole?: true;
  readonly expected: string;
}

/**
 * What the survey asks of a column: of keys whether any is NULL (of keys that may be clusters, the width,
 * too); of whole numbers and numbers also the range, and whether all are finite and whole; or nothing.
 */
export type SurveyKind = "key" | "clusterKey" | "whole" | "number" | "nothing";

/** What rows may not hold. Where both are refused for one reason it is one rule. */
export interface Refusals {
  /** NULL, unless the study says what NULL counts as. */
  readonly missing?: Refusal;
  readonly outside?: Refusal & { readonly low?: number; readonly high?: number };
}

export interface Refusal {
  readonly code: ReasonCode;
  /** What the column must hold: "a trajectory in every row". */
  readonly expected: string;
  readonly remedy: string | ((use: RoleUse) => string);
}

/** Where a study names a column, and for which reward or policy. */
export interface Naming {
  readonly path: string;
  readonly owner: string;
  readonly column: string;
}

/** What happens to trajectories that hold several values of a role of which they should hold one. */
export interface Single {
  /** The count of such trajectories. */
  readonly count: `several${string}`;
  /**
   * Where they are refused, or left out if the study says so: what is wrong with one trajectory and with
   * several, "holds several users".
   */
  readonly refusal?: {
    readonly code: ReasonCode;
    readonly says: readonly [one: string, several: string];
  };
}

/** A second column, made from canonical rows. */
export interface Derived {
  /** The role whose canonical column it fills. */
  readonly fills: Role;
  readonly value: (use: RoleUse, of: ColumnOf) => Expression;
  /** Its summary, from those of its own column and of other roles: the source does not hold it. */
  readonly survey: (
    columnSummary: ColumnSummary,
    of: (role: Role) => ColumnSummary,
  ) => ColumnSummary;
  readonly meaning: (use: RoleUse) => string;
}

/** The canonical column of a role; `index` is the reward's or the policy's. */
export type ColumnOf = (role: Role, index?: number) => CanonicalColumn;

/** Whether every reward or every policy may name the role, so that its canonical columns are numbered. */
export const isNumbered = ({ in: section }: Role): boolean =>
  section === "reward" || section === "policy";

export const keyOf = ({ key, field }: Role): string => key ?? field;

export function describeRole({ words: { purpose, details = "" } }: Role): string {
  return /^\(/.test(details) ? `${purpose} ${details}` : `${purpose}${details}`;
}

/** A role's canonical column; `index` is the reward's or the policy's. */
export function columnOf(role: Role, index = 0): CanonicalColumn {
  const name = isNumbered(role) ? (`${role.alias}_${index}` as const) : role.alias;
  return Object.freeze({ kind: "column", name });
}
