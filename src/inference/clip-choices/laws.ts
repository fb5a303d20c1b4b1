import { InternalError } from "../../errors.js";
import type { ClipChoice, ClipPoint } from "./clip-choice.js";

/** What holds for every rule; throws an InternalError that names it where it does not. */
export interface ClipChoiceLaw {
  readonly name: string;
  readonly check: (choice: ClipChoice) => void;
}

export const clipChoiceLaws: readonly ClipChoiceLaw[] = [
  { name: "of one point it chooses that", check: alone },
  { name: "where clipping changes no value it clips most", check: clips },
  { name: "it does not choose a clip that is far from every weaker one", check: staysNear },
  { name: "rewards in other units give the same choice", check: scales },
];

const point = (value: number, width: number): ClipPoint => ({ value, width, se: width / 2 });
const narrowing = [2, 1.2, 0.6, 0.3];

function alone(choice: ClipChoice): void {
  insist(choice.choose([point(3, 1)]) === 0, choice, "does not choose the only point");
}

function clips(choice: ClipChoice): void {
  const points = narrowing.map((width) => point(5, width));
  insist(choice.choose(points) === 3, choice, "leaves a smaller error where values agree");
}

function staysNear(choice: ClipChoice): void {
  const points = narrowing.map((width, i) => point(i === 3 ? -20 : 5, width));
  insist(choice.choose(points) < 3, choice, "chooses a clip whose bias is seen");
}

function scales(choice: ClipChoice): void {
  const points = [point(10, 2), point(9.5, 1.2), point(8.9, 0.6), point(6, 0.3)];
  const times = (by: number) =>
    points.map(({ value, width, se }) => ({ value: by * value, width: by * width, se: by * se }));
  insist(choice.choose(points) === choice.choose(times(1000)), choice, "depends on the units");
}

function insist(holds: boolean, { name }: ClipChoice, fault: string): void {
  if (!holds) throw new InternalError(`${name}: ${fault}.`);
}
