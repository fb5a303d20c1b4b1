import { expectTypeOf, it } from "vitest";
import type { Result, StudyInput } from "../src/index.js";

type Verdict = Result["verdicts"][number];
type Row = Result["estimates"][number];

/** The names that an editor completes: of `Name | (string & …)` those that are written out. */
type Completed<Name> = Name extends string ? (string extends Name ? never : Name) : never;

it("results name codes, calls and verdicts by literals, so that a misspelt one does not compile", () => {
  expectTypeOf<Verdict["verdict"]>().toEqualTypeOf<
    "better" | "worse" | "cannotTell" | "doNotTrust"
  >();
  expectTypeOf<"support">().toExtend<Verdict["reason"]["code"]>();
  expectTypeOf<"suport">().not.toExtend<Verdict["reason"]["code"]>();
  expectTypeOf<"no such code">().not.toExtend<
    Extract<Row, { value: number }>["warnings"][number]
  >();
  expectTypeOf<Row["estimand"]>().not.toEqualTypeOf<string>();
  expectTypeOf<Result["diagnostics"][number]["severity"]>().not.toEqualTypeOf<string>();
});

it("results name estimators and methods by those of the study, or by a caller's own", () => {
  type Named = Completed<Row["estimator"]>;
  expectTypeOf<"dcg" | "snips" | "ndcg">().toExtend<Named>();
  expectTypeOf<"dgc">().not.toExtend<Named>();
  expectTypeOf<"my estimator">().toExtend<Row["estimator"]>();
  expectTypeOf<Completed<Result["adjust"]>>().toEqualTypeOf<NonNullable<StudyInput["adjust"]>>();
  expectTypeOf<Completed<Result["interval"]>>().toEqualTypeOf<
    NonNullable<StudyInput["interval"]>
  >();
});
