import type { StudyTally } from "../evaluate/about.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import type { Result } from "../evaluate/conclude/result.js";
import type { Chosen } from "./choice.js";
import { type Change, changed, changeOf } from "./pack/change.js";
import { gunzip, gzip } from "./pack/gzip.js";

/** Whether a table of a tally is one that checks of verdicts read: most of its bytes. */
const isOfChecks = (name: string): boolean => name.startsWith("line ");

/** The tally without the tables of checks: its estimates are the same, and its verdicts run no check. */
export const withoutChecks = (tally: StudyTally): StudyTally => ({
  ...tally,
  tables: Object.fromEntries(Object.entries(tally.tables).filter(([name]) => !isOfChecks(name))),
});

/** What some choices make of a tally's results, which its own numbers without tables of checks do not say. */
export interface Verdicts {
  readonly of: readonly (readonly [chosen: string, change: Change])[];
}

export interface VerdictsOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: (done: number, all: number) => void;
}

interface MoreVerdicts {
  readonly more?: readonly Chosen[];
  readonly most?: number;
}

/**
 * By choice, what the tables of checks change of the result, each as what differs from the one before; of `more` choices
 * those before the first that makes them larger than `most` bytes.
 */
export async function verdictsOf(
  tally: StudyTally,
  needed: readonly Chosen[],
  { signal, onStep, more = [], most = 0 }: VerdictsOptions & MoreVerdicts = {},
): Promise<Verdicts> {
  const choices = [...needed, ...more];
  const light = withoutChecks(tally);
  const of: (readonly [string, Change])[] = [];
  let before: Change = null;
  for (const [at, chosen] of choices.entries()) {
    onStep?.(at, choices.length);
    const [whole, plain] = [
      await conclude(tally, { ...chosen, signal }),
      await conclude(light, { ...chosen, signal }),
    ];
    const change = changeOf(plain, whole);
    of.push([keyOf(chosen), changeOf(before, change)]);
    if (at >= needed.length && (await packVerdicts({ of })).length > most)
      return { of: of.slice(0, -1) };
    before = change;
  }
  return { of };
}

const keyOf = ({ confidence, baseline, days }: Chosen): string =>
  JSON.stringify([confidence, baseline, days]);

/** The result with its verdicts; undefined where these were not taken for the choice. */
export function withVerdicts(result: Result, chosen: Chosen, { of }: Verdicts): Result | undefined {
  let change: unknown = null;
  for (const [key, next] of of) {
    change = changed(change, next);
    if (key === keyOf(chosen)) return changed(result, change as Change) as Result;
  }
  return undefined;
}

/** Numbers that JSON has not stand as `{ "not JSON": "Infinity" }`. */
export const packVerdicts = (verdicts: Verdicts): Promise<Uint8Array<ArrayBuffer>> =>
  gzip(new TextEncoder().encode(JSON.stringify(verdicts, unfinite)));

export const unpackVerdicts = async (bytes: Uint8Array<ArrayBuffer>): Promise<Verdicts> =>
  JSON.parse(new TextDecoder().decode(await gunzip(bytes)), finite) as Verdicts;

const unwritten = "not JSON";

const unfinite = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isFinite(value) ? { [unwritten]: String(value) } : value;

function finite(_: string, value: unknown): unknown {
  const isNumber = typeof value === "object" && value !== null && unwritten in value;
  return isNumber ? Number(value[unwritten]) : value;
}
