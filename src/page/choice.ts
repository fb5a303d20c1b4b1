import type { ConcludeOptions } from "../evaluate/conclude/open-tally.js";

/** What of a conclusion may be chosen on a page: it is JSON. */
export type Chosen = Pick<
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
>;

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

/** The state that an address says after its `#`: what no control offers is left out. */
export function stateOf(hash: string, offered: readonly Offered[]): State {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  return Object.fromEntries(
    offered.flatMap(({ name, own, choices }) => {
      const value = said.get(name);
      const isOffered = choices.some((choice) => choice.value === value);
      return value === null || value === own || !isOffered ? [] : [[name, value]];
    }),
  );
}

/** The other way round; empty where nothing is changed. */
export function hashOf(state: State, offered: readonly Offered[]): string {
  const said = offered.flatMap(({ name }): [string, string][] => {
    const value = state[name];
    return value === undefined ? [] : [[name, value]];
  });
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
