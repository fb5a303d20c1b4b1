import { tTwoSidedP } from "../../src/numeric/student-t.js";
import { powerAt } from "../../src/planning/power.js";
import { candidates, differencesOf, truthOf } from "./world.js";

const level = 0.05;

/**
 * Power for the true difference as `hindcast plan` says it from the error and the degrees of freedom of one log, and
 * the share of logs in which the difference is found on its side.
 */
export function powerSection(users: readonly number[], worlds: number): string {
  const rows = users.flatMap((count) => {
    const logs = Array.from({ length: worlds }, (_, seed) => differencesOf(count, seed));
    return Object.keys(candidates).map((name) => {
      const truth = truthOf(name);
      const own = logs.flatMap((log) => log.get(name) ?? []);
      const said = own.map(({ se, degreesOfFreedom }) =>
        powerAt(truth, se, level, degreesOfFreedom),
      );
      const found = own.filter(
        ({ value, se, degreesOfFreedom }) =>
          value * truth > 0 && tTwoSidedP(value / se, degreesOfFreedom) < level,
      );
      const mean = said.reduce((sum, each) => sum + each, 0) / said.length;
      const cells = [mean, found.length / own.length].map((each) => each.toFixed(3));
      return `| ${count} | ${name} | ${cells.join(" | ")} |`;
    });
  });
  return [
    "| users | candidate | power said, mean over logs | found |",
    "|---:|---|---:|---:|",
    ...rows,
    "",
    `${worlds} logs each.`,
  ].join("\n");
}
