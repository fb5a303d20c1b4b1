import type { Reason } from "../errors.js";
import type { Parameters } from "../parameters.js";
import type { Row } from "../sql/interpreter/value.js";
import type { Estimator } from "./estimator.js";
import type { LawStudy } from "./law-log.js";

/** A row of `estimates`, as far as laws read it. */
export interface LawRow {
  readonly policy: string;
  readonly parameters: Parameters;
  readonly estimand: string;
  readonly value?: number;
  readonly se?: number;
  readonly n?: number;
  readonly none?: Reason;
  readonly withheld?: undefined;
}

/** One whose numbers are not an answer: laws hold of what was computed. */
export interface WithheldLawRow extends Omit<LawRow, "value" | "se" | "withheld"> {
  readonly value: null;
  readonly se: null;
  readonly withheld: { readonly value: number; readonly se: number };
}

/** How laws have a study evaluated: they know no engine and no tally. */
export interface LawRunner<Ran = LawRow | WithheldLawRow> {
  readonly estimates: (study: LawStudy, rows: readonly Row[]) => Promise<readonly Ran[]>;
  /** The same where each shard was added up apart and the tallies, of 1,024 buckets, were added. */
  readonly added: (study: LawStudy, shards: readonly (readonly Row[])[]) => Promise<readonly Ran[]>;
}

/** What holds for every estimator; throws an InternalError naming the estimator where it does not. */
export interface EstimatorLaw {
  readonly name: string;
  readonly check: (estimator: Estimator, run: LawRunner) => Promise<void>;
}
