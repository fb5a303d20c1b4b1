import { type Reason, reason } from "./errors.js";

/** The value of a member's parameter in canonical form: infinity is "inf", "does not apply" null. */
export type ParameterValue = number | string | null | readonly number[];
export type Parameters = Readonly<Record<string, ParameterValue>>;

/** What a member declares of a parameter: plain data, from which schema, help and docs follow. */
export type ParameterSpec = NumberParameter | ChoiceParameter | NumbersParameter | SeveralParameter;

interface Declared {
  readonly name: string;
  readonly purpose: string;
  /** How the member's label shows a value; absent: as it is, a number with its name. */
  readonly label?: ParameterLabel;
}

/** A value that says nothing new is left out of a label. */
export interface ParameterLabel {
  /** Show the name before the value also where the value is a word. */
  readonly named?: true;
  /** Left out at this value … */
  readonly unless?: ParameterValue;
  /** … or where another parameter has the same value. */
  readonly unlessSameAs?: string;
}

/** A number in an interval; bounds are exclusive where `open` says so. */
export interface NumberParameter extends Declared {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly open: "none" | "min" | "max" | "both";
  readonly whole?: boolean;
  /** May be "inf". */
  readonly infinite?: boolean;
  /** Absent: must be given. */
  readonly default?: number | "inf" | null;
}

export interface ChoiceParameter extends Declared {
  readonly kind: "choice";
  readonly choices: readonly string[];
  /** Better words for choices, as studies and documentation write them; the choices themselves stay valid. */
  readonly words?: Readonly<Record<string, string>>;
  readonly default?: string | null;
}

/** Two or more of the choices, in their order, written with "+" between them. */
export interface SeveralParameter extends Declared {
  readonly kind: "several";
  readonly choices: readonly string[];
  readonly default: string;
}

/** A list of numbers in [min, max]; `falling` forbids a value above the one before it. */
export interface NumbersParameter extends Declared {
  readonly kind: "numbers";
  readonly min: number;
  readonly max: number;
  readonly falling: boolean;
}

/** The permitted values in words: "a number in (0, 1)", "one of curve, log2". */
export function describeParameter(spec: ParameterSpec | Omit<NumberParameter, "default">): string {
  if (spec.kind === "choice") return `one of ${wordsOf(spec).join(", ")}`;
  if (spec.kind === "several") return `a list of two or more of ${spec.choices.join(", ")}`;
  if (spec.kind === "numbers") {
    return `a list of ${spec.falling ? "non-increasing " : ""}numbers in [${spec.min}, ${spec.max}]`;
  }
  const left = spec.open === "min" || spec.open === "both" ? "(" : "[";
  const right = spec.open === "max" || spec.open === "both" || spec.max === Infinity ? ")" : "]";
  const what = spec.whole ? "a whole number" : "a number";
  const interval = `${left}${spec.min}, ${spec.max === Infinity ? "∞" : spec.max}${right}`;
  return `${what} in ${interval}${spec.infinite ? " or inf" : ""}`;
}

/** The choices as documentation writes them. */
export const wordsOf = ({ choices, words = {} }: ChoiceParameter): readonly string[] => [
  ...Object.keys(words),
  ...choices.filter((choice) => !Object.values(words).includes(choice)),
];

/** The fault of a value, if it has one; null stands for "not given" only where it is the default. */
export function parameterFault(spec: ParameterSpec, value: unknown): Reason | undefined {
  if (fits(spec, value)) return undefined;
  const came =
    value === undefined
      ? "nothing"
      : typeof value === "number"
        ? String(value)
        : JSON.stringify(value);
  const expected = describeParameter(spec);
  return reason("parameter", `${spec.name} must be ${expected}; it is ${came}.`, {
    parameter: spec.name,
    expected,
  });
}

function fits(spec: ParameterSpec, value: unknown): boolean {
  if (spec.kind === "numbers") return fitsList(spec, value);
  if (spec.kind === "several") return typeof value === "string" && severalOf(spec, value) === value;
  if (value === null) return spec.default === null;
  if (spec.kind === "choice") return typeof value === "string" && spec.choices.includes(value);
  if (value === "inf") return spec.infinite === true;
  if (typeof value !== "number" || !Number.isFinite(value)) return false;
  if (spec.whole && !Number.isInteger(value)) return false;
  const above = spec.open === "min" || spec.open === "both" ? value > spec.min : value >= spec.min;
  const below = spec.open === "max" || spec.open === "both" ? value < spec.max : value <= spec.max;
  return above && below;
}

/** The chosen ones in the order of the choices; undefined where one is none of them, comes twice or is alone. */
export function severalOf({ choices }: SeveralParameter, value: unknown): string | undefined {
  const names: readonly unknown[] = typeof value === "string" ? value.split("+") : [value].flat();
  const chosen = choices.filter((choice) => names.includes(choice));
  return chosen.length > 1 && chosen.length === names.length ? chosen.join("+") : undefined;
}

function fitsList(spec: NumbersParameter, value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every(
    (entry, at) =>
      typeof entry === "number" &&
      entry >= spec.min &&
      entry <= spec.max &&
      !(spec.falling && at > 0 && entry > value[at - 1]),
  );
}
