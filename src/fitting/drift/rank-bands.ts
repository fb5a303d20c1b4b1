import type { Transitions } from "../../exposure/transitions/transitions.js";

/** Neighbouring ranks, first … last, counted from 0. */
export interface Band {
  readonly first: number;
  readonly last: number;
}

/** Fewest expected stops, and continuations, of a band on every day; then Σ N h (1 − h) is half of it or more. */
const enough = 5;

/**
 * Bands that end at ranks 1, 3, 7, 15 …, put together until every day expects enough stops and continuations
 * in each; what is left over joins the last.
 */
export function bandsOf(days: readonly Transitions[], hazards: readonly number[]): readonly Band[] {
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
export const scoreOf = (
  { atRisk, stops }: Transitions,
  hazards: readonly number[],
  band: Band,
): number => sumIn(band, (at) => (stops[at] ?? 0) - (atRisk[at] ?? 0) * (hazards[at] ?? 0));

/** Σ N_r h_r (1 − h_r): the variance of the score of independent trajectories. */
export const informationOf = (
  { atRisk }: Transitions,
  hazards: readonly number[],
  band: Band,
): number =>
  sumIn(band, (at) => {
    const h = hazards[at] ?? 0;
    return (atRisk[at] ?? 0) * h * (1 - h);
  });

function sumIn({ first, last }: Band, of: (at: number) => number): number {
  let sum = 0;
  for (let at = first; at <= last; at++) sum += of(at);
  return sum;
}
