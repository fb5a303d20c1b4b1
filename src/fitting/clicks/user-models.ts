import { pow } from "../../numeric/elementary/pow.js";

/**
 * Chances that each slot of a list is viewed by a user who scans it from the top, clicks items with chance `attraction`,
 * and may leave after a click. These are no position-based models: the chance of a slot depends on the items above it.
 */
function scanned(slots: readonly number[], goesOn: (at: number) => number): readonly number[] {
  const views: number[] = [];
  slots.reduce((view, _, at) => {
    views.push(view);
    return view * goesOn(at);
  }, 1);
  return views;
}

/**
 * Chances of views of a user who leaves at the first click (Craswell et al., WSDM 2008).
 * `cascadeViews([0.4, 0.2, 0.5])` is [1, 0.6, 0.48].
 */
export const cascadeViews = (attraction: readonly number[]): readonly number[] =>
  scanned(attraction, (at) => 1 - (attraction[at] ?? 0));

/**
 * Chances of views and of clicks of a user whom a clicked item satisfies with chance `satisfaction`, and who goes on with
 * chance `continuation` otherwise (dynamic Bayesian network; Chapelle and Zhang, WWW 2009).
 */
export function satisfiedViews(
  attraction: readonly number[],
  satisfaction: readonly number[],
  continuation: number,
): { readonly views: readonly number[]; readonly clicks: readonly number[] } {
  const views = scanned(
    attraction,
    (at) => continuation * (1 - (attraction[at] ?? 0) * (satisfaction[at] ?? 0)),
  );
  return { views, clicks: views.map((view, at) => view * (attraction[at] ?? 0)) };
}

/**
 * Chances of views of a user who goes on after a click at a rank with its chance `afterClick`, and always without one
 * (dependent click model; Guo, Liu and Wang, WSDM 2009).
 */
export const dependentViews = (
  attraction: readonly number[],
  afterClick: readonly number[],
): readonly number[] =>
  scanned(attraction, (at) => 1 - (attraction[at] ?? 0) * (1 - (afterClick[at] ?? 0)));

/**
 * Expected reciprocal rank of a list by its grades (Chapelle et al., CIKM 2009): Σ_r (1/r)·R_r·Π_{j<r}(1 − R_j) with
 * R = (2^grade − 1)/2^highest. `expectedReciprocalRank([3, 1, 2], 3)` is 0.896484375.
 */
export function expectedReciprocalRank(grades: readonly number[], highest: number): number {
  const stops = grades.map((grade) => (pow(2, grade) - 1) / pow(2, highest));
  return scanned(stops, (at) => 1 - (stops[at] ?? 0)).reduce(
    (sum, view, at) => sum + (view * (stops[at] ?? 0)) / (at + 1),
    0,
  );
}
