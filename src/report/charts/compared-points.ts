import { endsOf, type Measured } from "../../agreement/index.js";
import type { PlotLibrary } from "../figure.js";

export interface ComparedPoint {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** Where offline may be more than one value. */
  readonly low: number;
  readonly high: number;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** The point of two results; `part` is the unit of the axes. */
export function comparedPoint(
  name: string,
  { online, offline }: { readonly online: Measured; readonly offline: Measured },
  part: (value: number) => number = (value) => value,
): ComparedPoint {
  const [below, above] = endsOf(offline);
  const [x, low, high] = [part(online.value), part(below.value), part(above.value)];
  const [left, down, up] = [online, below, above].map(({ se }) => 2 * part(se)) as Errors;
  return {
    ...{ name, x, y: part(offline.value), low, high },
    ...{ west: x - left, east: x + left, south: low - down, north: high + up },
  };
}

type Errors = [left: number, down: number, up: number];

/** Points with lines of twice their errors; a thick bar where offline may be more than one value. */
export function pointMarks(
  points: readonly ComparedPoint[],
  plot: PlotLibrary,
): readonly ReturnType<PlotLibrary["ruleX"]>[] {
  const reach = { stroke: "var(--mark)", strokeOpacity: 0.5 };
  const sets = points.filter(({ low, high }) => low < high);
  const bar = { ...reach, x: "x", y1: "low", y2: "high", strokeWidth: 3 };
  return [
    plot.ruleY(points, { y: "y", x1: "west", x2: "east", ...reach }),
    plot.ruleX(points, { x: "x", y1: "south", y2: "north", ...reach }),
    ...(sets.length === 0 ? [] : [plot.ruleX(sets, bar)]),
    plot.dot(points, { x: "x", y: "y", fill: "var(--mark)", r: 3.5, title: "name" }),
  ];
}
