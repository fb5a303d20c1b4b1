import { type Insist, type Law, laws } from "../../laws.js";
import type { Outcome, OutcomeRow } from "../outcome.js";
import type { World } from "../world.js";
import type { Dial } from "./dial.js";

/** A small world's log as text and what came of it, for any dials: given by the caller, who simulates. */
export type Play = (dials: World["dials"]) => Outcome & { readonly rows: string };

export const dialLaws: readonly Law<Dial, [Play]>[] = laws<Dial, [Play]>({
  nameOf: ({ name }) => `${name}:`,
  laws: {
    "its values hold 0 and the strong one": holdsItsValues,
    "at 0 it does nothing": restsAtZero,
    "it moves what it says, and nothing else": movesWhatItSays,
    "what arms earn agrees with the truth under it": agreesWithTruth,
  },
});

function holdsItsValues(dial: Dial, insist: Insist): void {
  const { min, max, open } = dial.value;
  const above = (x: number): boolean => (open === "min" || open === "both" ? x > min : x >= min);
  const below = (x: number): boolean => (open === "max" || open === "both" ? x < max : x <= max);
  for (const value of [0, dial.strong]) {
    insist(above(value) && below(value), `does not take the value ${value}`);
  }
  insist(dial.strong !== 0, "has a strong value that does nothing");
}

function restsAtZero(dial: Dial, insist: Insist, play: Play): void {
  insist(same(play({ [dial.name]: 0 }), play({})), "changes the world at 0");
}

function movesWhatItSays(dial: Dial, insist: Insist, play: Play): void {
  const [still, moved] = [play({}), play({ [dial.name]: dial.strong })];
  insist(still.rows !== moved.rows, "changes no row of the log");
  const truth = same(still.truth, moved.truth);
  const online = same(still.online, moved.online);
  insist(truth === (dial.moves !== "values"), `moves ${dial.moves}, but the truth says else`);
  insist(online === (dial.moves === "log"), `moves ${dial.moves}, but what arms earn says else`);
}

/** Expected rewards are computed by another way than rewards are drawn. */
function agreesWithTruth(dial: Dial, insist: Insist, play: Play): void {
  const { truth, online } = play({ [dial.name]: dial.strong });
  const overall = online.filter(({ day }) => day === null);
  insist(overall.length > 0, "leaves nothing to compare");
  for (const row of overall) {
    const { mean = 0 } = truth.find((other) => isOfSame(row, other)) ?? {};
    const off = Math.abs(row.mean - mean) / (row.standardError ?? 0);
    const what = `${row.policy}, feed ${row.feed}, ${row.reward}`;
    insist(off < 4.5, `earns ${row.mean} where ${mean} is expected (${what})`);
  }
}

const isOfSame = (a: OutcomeRow, b: OutcomeRow): boolean =>
  a.policy === b.policy && a.feed === b.feed && a.day === b.day && a.reward === b.reward;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
