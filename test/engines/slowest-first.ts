import { BaseSequencer, type TestSpecification } from "vitest/node";

// The slowest server has a process of its own from the beginning to the end; the others share what is left.
const order = ["spark", "duckdb", "sail", "clickhouse", "postgresql", "machines", "postgres"];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = order.findIndex((name) => moduleId.includes(`/${name}`));
  return at < 0 ? order.length : at;
};

/** Runs the engines' files from the slowest on, so that none is left alone at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return [...files].sort(
      (a, b) => placeOf(a) - placeOf(b) || a.moduleId.localeCompare(b.moduleId),
    );
  }
}
