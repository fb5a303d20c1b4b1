/** How deep a trajectory went, how often it counts, and whether its end was seen. */
export interface Trip {
  readonly depth: number;
  readonly censored: boolean;
  readonly weight: number;
}

/** What a curve is fitted by, as a study writes it. */
export interface Fitted {
  readonly fit: string;
  readonly tail?: string;
  readonly after?: number;
  readonly cutoff?: number;
  readonly support?: number;
}

const ranks = 8;
const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/**
 * N_j and d_j by counting trajectories, each with its weight (docs/methods.md, "Transitions"), at
 * ranks before a cut-off.
 */
function counts(trips: readonly Trip[], cutoff = Number.POSITIVE_INFINITY) {
  return upTo(ranks)
    .filter((j) => j < cutoff)
    .map((j) => ({
      j,
      risk: sum(trips.map((t) => (t.depth > j || (t.depth === j && !t.censored) ? t.weight : 0))),
      stops: sum(trips.map((t) => (t.depth === j && !t.censored ? t.weight : 0))),
    }));
}

/**
 * p at ranks 1 … 8 by maximum likelihood, straight from the formulas (docs/methods.md, "Closed-form
 * curves").
 */
export function fitted(request: Fitted, trips: readonly Trip[]): readonly number[] {
  const { fit, tail, after = ranks, cutoff } = request;
  const p = tail === undefined ? one(fit, trips, cutoff) : spliced(trips, request, tail, after);
  return p.map((value, at) => (at < (cutoff ?? ranks) ? value : 0));
}

function spliced(trips: readonly Trip[], { cutoff }: Fitted, tail: string, after: number) {
  const [measured, q] = [one("table", trips, cutoff), one(tail, trips, cutoff)];
  const [at, from] = [measured[after - 1] ?? 0, q[after - 1] ?? 0];
  return measured.map((value, i) => (i < after ? value : (at * (q[i] ?? 0)) / from));
}

function one(model: string, trips: readonly Trip[], cutoff: number | undefined) {
  const cells = counts(trips, cutoff);
  if (model === "table") {
    return upTo(ranks).map((r) =>
      cells
        .filter(({ j, risk }) => j < r && risk > 0)
        .reduce((p, { risk, stops }) => p * (1 - stops / risk), 1),
    );
  }
  if (model === "geometric") {
    const gamma = 1 - sum(cells.map(({ stops }) => stops)) / sum(cells.map(({ risk }) => risk));
    return upTo(ranks).map((r) => gamma ** (r - 1));
  }
  const root = (score: (at: number) => number): number => bisected(score);
  if (model === "yuleSimon") {
    const rho = root((at) =>
      sum(cells.map(({ j, risk, stops }) => stops - (risk * at) / (at + j))),
    );
    return upTo(ranks).map((r) => upTo(r - 1).reduce((p, j) => (p * j) / (rho + j), 1));
  }
  const eta = root((at) =>
    sum(
      cells.map(({ j, risk, stops }) => {
        const log = Math.log(j / (j + 1));
        const q = Math.exp(at * log);
        return (risk - stops) * log - (stops * log * q) / (1 - q);
      }),
    ),
  );
  return upTo(ranks).map((r) => r ** -eta);
}

/** The root of a falling score, on the logarithm, to the last digits. */
function bisected(score: (at: number) => number): number {
  let [low, high] = [-9, 9];
  for (let i = 0; i < 70; i++) {
    const middle = (low + high) / 2;
    if (score(Math.exp(middle)) > 0) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}
