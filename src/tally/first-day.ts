import { column, group, join, min, type Named, type Relation, select } from "../sql/index.js";
import { trajectoryKeys } from "./trajectories.js";

/** Rows whose day is their trajectory's first. */
export function withFirstDay(rows: Relation): Relation {
  const first = group(rows, trajectoryKeys, [["first_day", min(column("h_day"))]]);
  const right = select(first, [
    ["f_trajectory", column("h_trajectory")],
    ["f_feed", column("h_feed")],
    ["f_day", column("first_day")],
  ]);
  const joined = join("inner", rows, right, [
    ["h_trajectory", "f_trajectory"],
    ["h_feed", "f_feed"],
  ]);
  const columns = rows.kind === "select" ? rows.columns : [];
  return select(
    joined,
    columns.map(([name]): Named => [name, column(name === "h_day" ? "f_day" : name)]),
  );
}
