import { reason, StudyError } from "../../errors.js";
import { exp } from "../../numeric/elementary/exp.js";
import { ln } from "../../numeric/elementary/ln.js";

export interface ClickPerplexity {
  /** 2^(−mean log2 of the chance that the model gave to what happened), by rank: 1 is perfect, 2 a fair coin. */
  readonly perRank: readonly number[];
  readonly mean: number;
  readonly logLikelihood: number;
}

/**
 * How well chances of clicks predict clicks (Dupret and Piwowarski 2008): rows are sessions, columns ranks. Models are
 * compared within one kind only: chances given the clicks above are always better than chances that know none of them.
 * Throws a StudyError where rows differ in length or a chance is not in [0, 1].
 *
 * `clickPerplexity([[0.3, 0.1], [0.5, 0.2], [0.1, 0.4]], [[1, 0], [0, 0], [0, 1]]).mean` is 1.7318….
 */
export function clickPerplexity(
  chances: readonly (readonly number[])[],
  clicks: readonly (readonly number[])[],
): ClickPerplexity {
  requireSame(chances, clicks);
  const ranks = chances[0]?.length ?? 0;
  const chanceOf = (session: number, at: number): number => {
    const p = chances[session]?.[at] ?? Number.NaN;
    return clicks[session]?.[at] === 1 ? p : 1 - p;
  };
  const sums = Array.from({ length: ranks }, (_, at) =>
    chances.reduce((sum, _row, session) => sum + ln(chanceOf(session, at)), 0),
  );
  const perRank = sums.map((sum) => exp(-sum / chances.length));
  return {
    perRank,
    mean: perRank.reduce((a, b) => a + b, 0) / ranks,
    logLikelihood: sums.reduce((a, b) => a + b, 0),
  };
}

function requireSame(
  chances: readonly (readonly number[])[],
  clicks: readonly (readonly number[])[],
): void {
  const ranks = chances[0]?.length ?? 0;
  const at = chances.findIndex(
    (row, i) =>
      row.length !== ranks ||
      clicks[i]?.length !== ranks ||
      row.some((p) => !(p >= 0 && p <= 1)) ||
      clicks[i]?.some((click) => click !== 0 && click !== 1),
  );
  if (at < 0 && ranks > 0 && chances.length === clicks.length) return;
  const message = `Session ${at < 0 ? 1 : at + 1}: expected a chance in [0, 1] and a click of 0 or 1 for each of the ${ranks} ranks of the first session, in as many sessions of both.`;
  throw new StudyError(reason("lengthsDiffer", message, { session: at, ranks }));
}
