import { HindcastError } from "../../../src/errors.js";
import type { StudyTally } from "../../../src/evaluate/about.js";
import { check } from "../../../src/evaluate/check.js";
import { conclude } from "../../../src/evaluate/conclude/conclude.js";
import type { Result } from "../../../src/evaluate/conclude/result.js";
import { fitLog } from "../../../src/evaluate/fit.js";
import { fitResultToJson } from "../../../src/evaluate/fit-to-json.js";
import { takeTally } from "../../../src/evaluate/take-tally.js";
import type { Engine } from "../../../src/sql/engine.js";
import { readStudy } from "../../../src/study/read-study.js";
import type { Study } from "../../../src/study/study.js";
import type { GoldenLog } from "./golden-log.js";

/** Who is asked, and by which source it knows a log. */
export interface Asking {
  /** Is told of every tally that is taken. */
  readonly onTally?: (tally: StudyTally) => void;
  readonly engine: Engine;
  readonly source: (log: GoldenLog) => unknown;
}

/** A study without its source; `online` names logs of policies that ran, `candidates` the log of all candidates. */
export type Section = Readonly<Record<string, unknown>>;

/** A question whose answer must not depend on the engine. */
export interface GoldenCase {
  readonly name: string;
  readonly ask: (asking: Asking) => Promise<unknown>;
  /** Whether every engine must refuse it. */
  readonly isRefused?: true;
}

function readOn({ source }: Asking, log: GoldenLog, study: Section): Study {
  const { online, candidates, ...rest } = study;
  const policies = { ...(study.policies as Section) };
  for (const [name, from] of Object.entries((online as Online | undefined) ?? {})) {
    policies[name] = { ...(policies[name] as Section), online: { source: source(from) } };
  }
  const own = { ...(study.log as Section), source: source(log) };
  const all = candidates as Candidates | undefined;
  const table = all && { candidates: { ...tableOf(source(all.from)), rank: all.rank } };
  return readStudy({ ...rest, policies, log: { ...own, ...table } });
}

/** A source as a table of candidates names it. */
const tableOf = (source: unknown): object => (isTable(source) ? source : { files: source });

const isTable = (source: unknown): source is object =>
  typeof source === "object" && source !== null && !Array.isArray(source);

/** Where all candidates stand, and the column with their displayed ranks. */
export interface Candidates {
  readonly from: GoldenLog;
  readonly rank: string;
}

type Online = Readonly<Record<string, GoldenLog>>;

/** What a study says of a log, with `whatIf` where it is asked for. */
export const evaluated =
  (log: GoldenLog, study: Section, options: { readonly whatIf?: boolean } = {}) =>
  (asking: Asking): Promise<unknown> =>
    answerOf(async () => {
      const tally = await takeTally(readOn(asking, log, study), {
        engine: asking.engine,
        ...options,
      });
      asking.onTally?.(tally);
      return withoutSource(await conclude(tally, options));
    });

/** What every model of position bias says of a log. */
export const fitted =
  (log: GoldenLog, study: Section) =>
  (asking: Asking): Promise<unknown> =>
    answerOf(async () =>
      fitResultToJson(await fitLog(readOn(asking, log, study), { engine: asking.engine })),
    );

/** What a log is fit for, every trajectory looked at. */
export const checked =
  (log: GoldenLog, study: Section) =>
  (asking: Asking): Promise<unknown> =>
    answerOf(async () => {
      const { engine } = asking;
      const { log: facts, ...report } = await check(readOn(asking, log, study), {
        engine,
        full: true,
      });
      const problems = report.problems.map(({ code }) => code);
      return { ...report, problems, log: facts && { ...facts, engine: null } };
    });

/** An answer, or the error that stands for it. */
async function answerOf(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof HindcastError) || error.kind === "engine" || error.kind === "internal") {
      throw error;
    }
    return new Refused(error);
  }
}

/** What stands for an answer; as JSON without the error's words, which engines write each in its own way. */
export class Refused {
  readonly refused: string;
  readonly codes: readonly string[];
  readonly #error: HindcastError;

  constructor(error: HindcastError) {
    this.#error = error;
    this.refused = error.kind;
    this.codes = error.problems.map(({ code }) => code);
  }

  get error(): HindcastError {
    return this.#error;
  }
}

/** A result without who added up, and without what a sample by the engine's own hash alone can tell. */
function withoutSource({ log, study, ...rest }: Result): unknown {
  const counts = log.structure === "sample" ? null : log.counts;
  const facts = { ...rest, log: { ...log, engine: null, counts } };
  return JSON.parse(
    JSON.stringify(facts, (key, value) =>
      key === "source" || key === "sampledTrajectories" ? null : value,
    ),
  );
}
