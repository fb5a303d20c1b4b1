import type { Progress } from "../engine.js";

/** What a run is told of rows that were to be held and are not: `notHeld("trajectories", "they are too many")`. */
export const notHeld = (rows: string, why: string): Progress => ({
  purpose: rows,
  note: `${rows} are not held (${why.replace(/\.$/, "")}): each of these statements reads the log`,
});
