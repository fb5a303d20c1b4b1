import type { Specification, SpecifiedLine } from "../specifications.js";
import { drawn } from "./made.js";

const [top, row, left, right] = [180, 18, 260, 700];
const [ink, quiet, mark, line] = ["#1f2328", "#5c636b", "#2b4c7e", "#dcd9d1"];

/** Every choice that a line's specifications are made by, in their order. */
export const choicesIn = ({ specifications }: SpecifiedLine): readonly string[] =>
  [...new Set(specifications.flatMap(({ choices }) => choices))].toSorted((a, b) =>
    kindOf(a) === kindOf(b) ? 0 : kindOf(a) < kindOf(b) ? -1 : 1,
  );

const kindOf = (choice: string): string => choice.split(":")[0] ?? "";

/** Differences from the least to the largest, above the choices that each is made by; those left out are pale. */
export function specificationCurve(
  { name, specifications }: SpecifiedLine,
  leftOut: ReadonlySet<string>,
): SVGElement {
  const choices = choicesIn({ name, specifications });
  const height = top + choices.length * row + 30;
  const ends = specifications.flatMap(({ value, interval }) => [value, ...(interval ?? [])]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const y = (value: number): number => 15 + ((most - value) / (most - least || 1)) * (top - 35);
  const x = (at: number): number => left + ((at + 0.5) / specifications.length) * (right - left);
  const isOut = ({ choices: of }: Specification): boolean => of.some((each) => leftOut.has(each));
  const points = specifications.map((each, at) =>
    drawn("g", { opacity: isOut(each) ? 0.15 : 1 }, [
      ...barOf(each, x(at), y),
      drawn("circle", { cx: x(at), cy: y(each.value), r: each.decides ? 5 : 3, fill: mark }),
      ...each.choices.map((choice) =>
        drawn("circle", { cx: x(at), cy: rowOf(choices.indexOf(choice)), r: 3, fill: ink }),
      ),
    ]),
  );
  const labels = choices.map((choice, at) => labelOf(choice, rowOf(at) + 4));
  const title = drawn("title", {}, [`${name}, by every way to compute it`]);
  const attributes = { viewBox: `0 0 ${right + 10} ${height}`, width: right + 10, height };
  return drawn("svg", { ...attributes, role: "img", style: "max-width:100%;background:#fcfbf8" }, [
    title,
    drawn("line", {
      x1: left,
      x2: right,
      y1: y(0),
      y2: y(0),
      stroke: quiet,
      "stroke-dasharray": 3,
    }),
    labelOf("no difference", y(0) + 4),
    labelOf(`${Number(most.toPrecision(3))}`, y(most) + 4),
    ...choices.map((_, at) =>
      drawn("line", { x1: left, x2: right, y1: rowOf(at), y2: rowOf(at), stroke: line }),
    ),
    ...labels,
    ...points,
  ]);
}

const rowOf = (at: number): number => top + at * row + 8;

const labelOf = (text: string, y: number): SVGElement =>
  drawn("text", { x: left - 10, y, style: `font:12px sans-serif;fill:${ink};text-anchor:end` }, [
    text.length > 42 ? `${text.slice(0, 41)}…` : text,
  ]);

const barOf = (
  { interval }: Specification,
  x: number,
  y: (value: number) => number,
): readonly SVGElement[] =>
  interval === null
    ? []
    : [drawn("line", { x1: x, x2: x, y1: y(interval[0]), y2: y(interval[1]), stroke: mark })];
