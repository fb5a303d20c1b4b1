import { type ConventionName, conventions } from "./conventions/index.js";

export interface NumberSetting {
  readonly name: "relevant" | "p" | "top";
  readonly purpose: string;
  readonly fits: (value: number) => boolean;
  readonly expected: string;
}

/** The numbers that measures take, in the order in which their text names them. */
export const numberSettings: readonly NumberSetting[] = [
  {
    name: "relevant",
    purpose: "the lowest grade that is relevant",
    fits: (value) => value > 0 && value < Infinity,
    expected: "a number above 0",
  },
  {
    name: "p",
    purpose: "how likely a reader of RBP goes on to the next rank",
    fits: (value) => value > 0 && value < 1,
    expected: "a number in (0, 1)",
  },
  {
    name: "top",
    purpose: "the highest grade that ERR knows",
    fits: (value) => value > 0 && value <= 30,
    expected: "a number in (0, 30]",
  },
];

/** One choice of every convention, by name, and the numbers. */
export type Settings = Readonly<Record<ConventionName, string>> &
  Readonly<Record<NumberSetting["name"], number>>;

export type SettingName = keyof Settings;

/**
 * The conventions of a study that names none, the first choice of each: no user leaves a measure that is
 * defined for it, and none is normalised away. Jeunen, Potapov and Ustimenko, KDD 2024, §4 and §5.
 */
export const paper: Settings = Object.freeze({
  ...(Object.fromEntries(
    conventions.map(({ name, choices }) => [name, choices[0]?.name]),
  ) as Record<ConventionName, string>),
  relevant: 1,
  p: 0.8,
  top: 4,
});
