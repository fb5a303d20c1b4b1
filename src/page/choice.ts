import type { ConcludeOptions } from "../evaluate/conclude/open-tally.js";

/** What of a conclusion may be chosen on a page: it is JSON. */
export interface Chosen
  extends Pick<
    ConcludeOptions,
    | "confidence"
    | "baseline"
    | "days"
    | "decide"
    | "interval"
    | "adjust"
    | "prior"
    | "guardrails"
    | "whatIf"
  > {
  /** The feed whose rows alone are shown. */
  readonly feed?: string;
}

export interface Choice {
  /** As the address of the page says it. */
  readonly value: string;
  readonly text: string;
  readonly chosen: Chosen;
}

/** A control as a page holds it: what may be chosen, and which of it the run has. */
export interface Offered {
  readonly name: string;
  readonly label: string;
  readonly own: string;
  readonly choices: readonly Choice[];
}

/** What a reader chose, by control; those that are left as they were are absent. */
export type State = Readonly<Record<string, string>>;

/** What an address says: what is chosen, what is looked at, and what of it the page does not have. */
export interface Said {
  readonly state: State;
  readonly looks: State;
  readonly lost: readonly string[];
}

/** Rows that hold a text, choices that are left out, and places of sliders. */
const isLook = (name: string): boolean => /^(rows|without|at-[\da-z]+)$/.test(name);

/** What an address says after its `#`. */
export function saidIn(hash: string, offered: readonly Offered[]): Said {
  const [state, looks]: [Record<string, string>, Record<string, string>] = [{}, {}];
  const lost: string[] = [];
  if (!hash.includes("=")) return { state, looks, lost };
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
    const control = offered.find((each) => each.name === name);
    if (isLook(name)) looks[name] = value;
    else if (!control?.choices.some((choice) => choice.value === value))
      lost.push(`${name}=${value}`);
    else if (value !== control.own) state[name] = value;
  }
  return { state, looks, lost };
}

/** The other way round; empty where nothing is changed. */
export function hashOf(state: State, offered: readonly Offered[], looks: State = {}): string {
  const said = [
    ...offered.flatMap(({ name }): [string, string][] => {
      const value = state[name];
      return value === undefined ? [] : [[name, value]];
    }),
    ...Object.entries(looks),
  ];
  return said.length === 0 ? "" : `#${new URLSearchParams(said)}`;
}

/** Options of `conclude` that follow from a state, in place of those of the run. */
export const chosenOf = (state: State, offered: readonly Offered[], run: Chosen = {}): Chosen =>
  offered
    .flatMap(({ name, choices }) => choices.find(({ value }) => value === state[name]) ?? [])
    .map(({ chosen }) => chosen)
    .reduce(together, run);

/** The ends of days are chosen one by one. */
const together = (before: Chosen, chosen: Chosen): Chosen => ({
  ...before,
  ...chosen,
  ...(chosen.days && { days: { ...before.days, ...chosen.days } }),
});

/** "confidence 95 % → 90 %" for each control that is not as the run has it. */
export const changesOf = (state: State, offered: readonly Offered[]): readonly string[] =>
  offered.flatMap(({ name, label, own, choices }) => {
    const textOf = (value: string | undefined): string =>
      choices.find((choice) => choice.value === value)?.text ?? "";
    return state[name] === undefined ? [] : [`${label} ${textOf(own)} → ${textOf(state[name])}`];
  });
