import { BaseSequencer, type TestSpecification } from "vitest/node";

// Servers that start in a second come first.
const order = ["duckdb", "sail", "clickhouse", "postgres", "spark"];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = order.findIndex((name) => moduleId.includes(`/${name}`));
  return at < 0 ? order.length : at;
};

/** Runs the engines' files from the quickest to start to the slowest. */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort(
      (a, b) => placeOf(a) - placeOf(b) || a.moduleId.localeCompare(b.moduleId),
    );
  }
}
