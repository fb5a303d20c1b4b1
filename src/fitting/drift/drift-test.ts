import { sumOfTransitions } from "../../exposure/transitions/sums.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { chiSquaredUpperTail } from "../../numeric/chi-squared.js";
import { square } from "../../numeric/elementary/square.js";
import { fUpperTail } from "../../numeric/f-upper-tail.js";

/** One day's transitions: all, and where they are known those of each group of whole users, in one order. */
export interface DayOfGroups {
  readonly transitions: Transitions;
  readonly groups?: readonly Transitions[];
}

/** One test that the curve is the same on all days. */
export interface DriftTest {
  /** X² = Σ U²/I over days and bands of ranks. */
  readonly statistic: number;
  /** Bands × (days − 1). */
  readonly df: number;
  /** F tail of X² over what users who come back let expect; χ² tail where no groups of users are known. */
  readonly p: number;
  /** What X² is expected to be without drift, over its degrees of freedom; null without groups of users. */
  readonly designEffect: number | null;
  /** `p` where groups of users are known, null without them. */
  readonly scaled: number | null;
}

/**
 * The stops of each day in each band of ranks against those that the hazards of all days together predict:
 * U = Σ (d_r − N_r h_r), I = Σ N_r h_r (1 − h_r), both over the ranks of the band on the day. A group of users
 * moves U by its own part u less its share I_day/I_all of what it moves on all days: users who come every day
 * and go deeper every day cancel. With V the covariance of these, X² has the mean T = Σ V/I and
 * T²/Σ V²/(I I) degrees of freedom (Rao and Scott 1984).
 * See docs/methods.md, "Drift over days".
 */
export function driftTest(days: readonly DayOfGroups[]): DriftTest {
  const parts = days.map(({ transitions }) => transitions);
  const all = sumOfTransitions(parts);
  const hazards = all.atRisk.map((risk, at) => (risk === 0 ? 0 : (all.stops[at] ?? 0) / risk));
  const bands = bandsOf(parts, hazards);
  const contrasts = bands.map((band) => ({
    band,
    information: parts.map((day) => informationOf(day, hazards, band)),
  }));
  const statistic = contrasts.reduce(
    (sum, { band, information }) =>
      sum +
      parts.reduce(
        (part, day, at) => part + square(scoreOf(day, hazards, band)) / (information[at] || 1),
        0,
      ),
    0,
  );
  const df = bands.length * (days.length - 1);
  const groups = Math.max(...days.map((day) => day.groups?.length ?? 0));
  if (groups < 2) {
    const p = chiSquaredUpperTail(statistic, df);
    return { statistic, df, p, designEffect: null, scaled: null };
  }
  const moved = Array.from({ length: groups }, (_, group) =>
    movedBy(
      days.map((day) => day.groups?.[group]),
      hazards,
      contrasts,
    ),
  );
  const { trace, squares } = tracesOf(moved);
  const within = Math.min(df, Math.max(1, square(trace) / squares));
  const p = trace > 0 ? fUpperTail(statistic / trace, within, (groups - 1) * within) : 1;
  return { statistic, df, p, designEffect: trace / df, scaled: p };
}

interface Contrasts {
  readonly band: Band;
  /** By day. */
  readonly information: readonly number[];
}

/** What a group of users moves each contrast by, in units of the root of its information. */
function movedBy(
  days: readonly (Transitions | undefined)[],
  hazards: readonly number[],
  contrasts: readonly Contrasts[],
): Float64Array {
  return Float64Array.from(
    contrasts.flatMap(({ band, information }) => {
      const scores = days.map((day) => (day === undefined ? 0 : scoreOf(day, hazards, band)));
      const together = scores.reduce((sum, score) => sum + score, 0);
      const whole = information.reduce((sum, value) => sum + value, 0);
      return scores.map((score, at) => {
        const here = information[at] || 1;
        return (score - (here / (whole || 1)) * together) / Math.sqrt(here);
      });
    }),
  );
}

/** tr V and tr V² of the covariance of sums over groups; the second without the bias of few groups. */
function tracesOf(moved: readonly Float64Array[]): {
  readonly trace: number;
  readonly squares: number;
} {
  const groups = moved.length;
  const cells = moved[0]?.length ?? 0;
  const mean = new Float64Array(cells);
  for (const scores of moved) {
    for (let cell = 0; cell < cells; cell++)
      mean[cell] = (mean[cell] ?? 0) + (scores[cell] ?? 0) / groups;
  }
  const about = moved.map((row) => row.map((value, cell) => value - (mean[cell] ?? 0)));
  const factor = groups / (groups - 1);
  const trace = factor * about.reduce((sum, row) => sum + dot(row, row), 0);
  const raw = about.reduce(
    (sum, a) => sum + about.reduce((part, b) => part + square(dot(a, b)), 0),
    0,
  );
  const df = groups - 1;
  const unbiased =
    (square(df) / ((df - 1) * (df + 2))) * (square(factor) * raw - square(trace) / df);
  return { trace, squares: df < 2 ? square(trace) : Math.max(unbiased, square(trace) / cells) };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** Neighbouring ranks, first … last, counted from 0. */
interface Band {
  readonly first: number;
  readonly last: number;
}

/** Fewest expected stops, and continuations, of a band on every day; then Σ N h (1 − h) is half of it or more. */
const enough = 5;

/**
 * Bands that end at ranks 1, 3, 7, 15 …, put together until every day expects enough stops and continuations
 * in each; what is left over joins the last.
 */
function bandsOf(days: readonly Transitions[], hazards: readonly number[]): readonly Band[] {
  const bands: Band[] = [];
  let first = 0;
  for (let from = 0, width = 1; from < hazards.length; from += width, width *= 2) {
    const band = { first, last: Math.min(from + width, hazards.length) - 1 };
    if (!days.every((day) => isEnough(day, hazards, band))) continue;
    bands.push(band);
    first = band.last + 1;
  }
  const last = bands.at(-1) ?? { first: 0 };
  return [...bands.slice(0, -1), { first: last.first, last: hazards.length - 1 }];
}

function isEnough(day: Transitions, hazards: readonly number[], band: Band): boolean {
  const risk = sumIn(band, (at) => day.atRisk[at] ?? 0);
  const expected = sumIn(band, (at) => (day.atRisk[at] ?? 0) * (hazards[at] ?? 0));
  const isMixed = informationOf(day, hazards, band) >= enough / 2;
  return isMixed && Math.min(expected, risk - expected) >= enough;
}

/** Σ d_r − N_r h_r: stops beyond those that the hazards predict. */
const scoreOf = ({ atRisk, stops }: Transitions, hazards: readonly number[], band: Band): number =>
  sumIn(band, (at) => (stops[at] ?? 0) - (atRisk[at] ?? 0) * (hazards[at] ?? 0));

/** Σ N_r h_r (1 − h_r): the variance of the score of independent trajectories. */
const informationOf = ({ atRisk }: Transitions, hazards: readonly number[], band: Band): number =>
  sumIn(band, (at) => {
    const h = hazards[at] ?? 0;
    return (atRisk[at] ?? 0) * h * (1 - h);
  });

function sumIn({ first, last }: Band, of: (at: number) => number): number {
  let sum = 0;
  for (let at = first; at <= last; at++) sum += of(at);
  return sum;
}
