import { counted } from "../numeric/show-number.js";
import type { SpecifiedLine } from "./specifications.js";

/** In a sentence: how many of the ways to compute a line lie above no difference, and how many below. */
export function saidOf(
  { specifications }: SpecifiedLine,
  leftOut: ReadonlySet<string> = new Set(),
): string {
  const left = specifications.filter(({ choices }) => !choices.some((each) => leftOut.has(each)));
  const above = left.filter(({ value }) => value > 0).length;
  const below = left.filter(({ value }) => value < 0).length;
  const all = counted(left.length, "way", "ways");
  const bars =
    "Bars are intervals as the tables have them, each for itself; where errors are not computed again there is none. The large point decides.";
  if (left.length === 0) return "Every way is left out.";
  if (above === left.length) return `All ${all} to compute it give a difference above 0. ${bars}`;
  if (below === left.length) return `All ${all} to compute it give a difference below 0. ${bars}`;
  return `Of ${all} to compute it ${above} give a difference above 0 and ${below} below: its sign hangs on the choice. ${bars}`;
}
