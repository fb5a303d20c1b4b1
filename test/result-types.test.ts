import { expectTypeOf, it } from "vitest";
import type { Result, StudyInput } from "../src/index.js";

type Verdict = Result["verdicts"][number];
type Row = Result["estimates"][number];
type Difference = Exclude<Result["differences"][number], { none: unknown }>;

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

it("results give the number of a row only once withheld was looked at", () => {
  expectTypeOf<Difference["value"]>().toEqualTypeOf<number | null>();
  const firstOf = (row: Row | Difference): number => {
    if ("none" in row) return row.none.message.length;
    // @ts-expect-error it may be null: nobody asked whether it is an answer
    row.value.toFixed();
    // @ts-expect-error a mean over rows takes none that is withheld
    const sum: number = 0 + row.value;
    if (row.withheld !== undefined) {
      expectTypeOf(row.value).toEqualTypeOf<null>();
      expectTypeOf(row.withheld.value).toEqualTypeOf<number>();
      return sum;
    }
    return row.value + row.interval[0];
  };
  expectTypeOf(firstOf).returns.toEqualTypeOf<number>();
  expectTypeOf<NonNullable<Verdict["withheld"]>["value"]>().toEqualTypeOf<number | null>();
});
