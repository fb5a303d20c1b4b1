import { connect } from "../../engines/connected/index.js";
import { HindcastError, reason } from "../../errors.js";
import type { Result } from "../../evaluate/conclude/result.js";
import { plainLine } from "../../plain-line.js";
import {
  formatCard,
  hasFigures,
  loadPlotter,
  type ReportFormat,
  reportFormats,
} from "../../report/index.js";
import type { Deliver, Effects } from "../effects.js";
import { isRecord } from "../is-record.js";
import type { Modules } from "../modules.js";
import { type Ended, messagesOf, runCommand } from "../run.js";
import type { ClientConnection } from "./client-connection.js";
import type { GateAnswer, RunMessage, ServerMessage } from "./messages.js";

/** What an answer can be written as: as on the command line, what a notebook shows of it, and its rows for data frames. */
export const servedFormats: readonly Pick<ReportFormat, "name" | "format">[] = [
  ...reportFormats,
  { name: "card", format: formatCard },
  {
    name: "tables",
    format: ({ tables = {} }) => JSON.stringify(Object.values(tables).map((table) => table())),
  },
];

/** How a study is called that is no file. */
const studyWord = "<study>.json";

/** Runs one command for a client, and returns the message that ends it. */
export async function servedRun(
  message: RunMessage,
  connection: ClientConnection,
  effects: Effects,
  send: (message: ServerMessage) => void,
): Promise<ServerMessage> {
  const { id, formats = ["json"], cwd = effects.cwd } = message;
  const unknown = formats.find((name) => !servedFormats.some((format) => format.name === name));
  if (unknown !== undefined) {
    const known = servedFormats.map(({ name }) => name).join(", ");
    return usage(id, `formats must be of ${known}; one is "${unknown}".`);
  }
  if (message.flags?.format !== undefined) {
    return usage(
      id,
      'The answer is written in every format of "formats"; leave the flag format out.',
    );
  }
  const [printed, told]: [string[], string[]] = [[], []];
  const answered: Answered = { outputs: {}, gates: [] };
  const { outputs, gates } = answered;
  const { signal } = effects;
  const ended = await runCommand({
    ...effects,
    argv: wordsOf(message),
    cwd,
    stdout: { write: (text) => printed.push(text) },
    stderr: {
      write: (text) => {
        told.push(text);
        for (const line of text.split("\n").filter(Boolean)) send({ type: "note", id, text: line });
      },
    },
    onProgress: (progress) => send({ type: "progress", id, ...progress }),
    deliver: deliverTo(answered, formats, effects.modules),
    modules: modulesFor(message, connection, { ...effects, cwd }),
  });
  if (ended.error !== undefined) return failureOf(id, ended);
  if (signal.aborted) return cancelled(id, ended.code);
  const isAnswered = Object.keys(outputs).length > 0 || printed.length > 0 || ended.code === 0;
  if (!isAnswered)
    return usage(
      id,
      told
        .join("")
        .trim()
        .replace(/^error: /, ""),
      ended.code,
    );
  const text = printed.join("");
  return {
    type: "answer",
    id,
    exitCode: ended.code,
    outputs: text === "" ? outputs : { ...outputs, text },
    gates,
  };
}

interface Answered {
  readonly outputs: Record<string, string>;
  readonly gates: GateAnswer[];
}

const deliverTo =
  ({ outputs, gates }: Answered, formats: readonly string[], modules: Modules): Deliver =>
  async (document, options, makeLive) => {
    const isPage = formats.includes("html");
    const plotter = isPage && hasFigures(document) ? await loadPlotter() : undefined;
    const live = isPage ? await makeLive?.() : undefined;
    for (const { name, format } of servedFormats) {
      if (formats.includes(name)) outputs[name] = format(document, { ...options, plotter, live });
    }
    if (isResult(document.json)) gates.push(...(await gatesOf(document.json, modules)));
  };

const isResult = (json: unknown): json is Result => isRecord(json) && Array.isArray(json.verdicts);

async function gatesOf(result: Result, modules: Modules): Promise<readonly GateAnswer[]> {
  const { gateExitCode } = await modules.evaluate();
  const named = (key: "policy" | "reward"): readonly string[] => [
    ...new Set(result.verdicts.map((verdict) => verdict[key])),
  ];
  return named("policy").flatMap((policy) => [
    { policy, reward: null, exitCode: gateExitCode(result, { policy }) },
    ...named("reward").map((reward) => ({
      policy,
      reward,
      exitCode: gateExitCode(result, { policy, reward }),
    })),
  ]);
}

/** `{ confidence: 0.9, whatIf: true, gate: ["a"] }` as `--confidence 0.9 --what-if --gate a`. */
function wordsOf({ command, study, inputs = [], flags = {} }: RunMessage): readonly string[] {
  const words = Object.entries(flags).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((each) => {
      if (each === false || each === null) return [];
      return each === true ? [flag] : [`${flag}=${String(each)}`];
    });
  });
  return [command, ...words, "--", ...(study === undefined ? [] : [studyWord]), ...inputs];
}

function modulesFor(
  message: RunMessage,
  { run }: ClientConnection,
  { modules, cwd, signal }: Effects,
): Modules {
  const { study: given, dialect, hold } = message;
  return {
    ...modules,
    study: async () => {
      const room = await modules.study();
      return {
        ...room,
        readStudyFile: async (path, options) => {
          if (given === undefined || !path.endsWith(studyWord)) {
            return room.readStudyFile(path, options);
          }
          const read =
            typeof given === "string" ? room.parseStudy(given, "study") : room.readStudy(given);
          return room.placeStudy(read, cwd, "study");
        },
      };
    },
    evaluate: async () => {
      const room = await modules.evaluate();
      if (dialect === undefined) return room;
      return {
        ...room,
        withEngine: async (_, use) => {
          signal.throwIfAborted();
          const engine = connect({ dialect, run, ...(hold !== undefined && { hold }) });
          const close = (): void => void engine.close();
          signal.addEventListener("abort", close, { once: true });
          return use(engine).finally(close);
        },
      };
    },
  };
}

function failureOf(id: string, { code, error }: Ended): ServerMessage {
  if (error instanceof HindcastError) {
    const { kind, problems } = error;
    return { type: "failure", id, exitCode: code, kind, problems };
  }
  const problems = messagesOf(error).map((message) => reason("internal", plainLine(message)));
  return { type: "failure", id, exitCode: code, kind: "internal", problems };
}

export const usage = (id: string | null, message: string, exitCode = 1): ServerMessage => ({
  type: "failure",
  id,
  exitCode,
  kind: "usage",
  problems: [{ code: "usage", message, facts: {} }],
});

const cancelled = (id: string, exitCode: number): ServerMessage => ({
  type: "failure",
  id,
  exitCode,
  kind: "cancelled",
  problems: [{ code: "cancelled", message: "The run was cancelled.", facts: {} }],
});
