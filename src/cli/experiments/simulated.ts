import {
  figure1Document,
  type ReportDocument,
  table1Document,
  table2Document,
} from "../../report/index.js";
import type { FlagReader } from "../flag-reader.js";
import type { Session } from "../session.js";
import type { Experiment } from "./experiment.js";

/** An answer with the time that it took, as a document; its seed and time go to the terminal, too. */
async function timed<T>(
  session: Session,
  compute: () => T | Promise<T>,
  documentOf: (answer: T & { readonly seconds: number }) => ReportDocument,
): Promise<ReportDocument> {
  const start = performance.now();
  const answer = await compute();
  const document = documentOf({ ...answer, seconds: (performance.now() - start) / 1000 });
  session.say(document.lead);
  return document;
}

export const table1: Experiment = {
  name: "table1",
  help: `table1: the counterexample of the paper under three normalisers, and Lemma 1 on random contexts
with the two cases in which it fails.`,
  flags: ["seed"],
  read: (flags) => {
    const seed = flags.whole("seed", 0) ?? 1;
    return async (session) => {
      const { table1: compute } = await session.modules.paper();
      return timed(session, () => compute(seed), table1Document);
    };
  },
};

export const table2: Experiment = weeks({
  name: "table2",
  help: `table2: a week of an A/B test on two feeds, simulated many times: Pearson's r over its days between
what an arm earned and {log2, curve} × {C, Q̂} DCG and nDCG; then with each assumption broken.`,
  usual: { weeks: 40, users: 4000 },
  run: async (session, request) => {
    const { table2: compute } = await session.modules.paper();
    return timed(session, () => compute(request), table2Document);
  },
});

export const figure1: Experiment = weeks({
  name: "figure1",
  help: `figure1: how many of 20 known differences a week (5 days × 4 rewards) DCG and nDCG find under each
clip, with which p and sign, and how many where nothing differs.`,
  usual: { weeks: 20, users: 10_000 },
  run: async (session, request) => {
    const { figure1: compute } = await session.modules.paper();
    return timed(session, () => compute(request), figure1Document);
  },
});

type Request = Parameters<Awaited<ReturnType<Session["modules"]["paper"]>>["table2"]>[0];

function weeks({
  usual,
  run,
  ...named
}: Pick<Experiment, "name" | "help"> & {
  readonly usual: { readonly weeks: number; readonly users: number };
  readonly run: (session: Session, request: Request) => Promise<ReportDocument>;
}): Experiment {
  return {
    ...named,
    flags: ["seed", "weeks", "users"],
    read: (flags: FlagReader) => {
      const seed = flags.whole("seed", 0) ?? 1;
      const many = flags.whole("weeks", 2) ?? usual.weeks;
      const users = flags.whole("users", 100) ?? usual.users;
      return (session) =>
        session.long((onProgress) =>
          run(session, { seed, weeks: many, users, signal: session.signal, onProgress }),
        );
    },
  };
}
