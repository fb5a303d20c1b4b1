import type { Shown, TextFormat } from "../answers.js";
import type { State } from "../choice.js";
import { fromBase64 } from "../pack/base64.js";
import { gunzip } from "../pack/gzip.js";
import type { Taken } from "../take-tally.js";
import type { Asked, Told } from "./messages.js";

/** The worker of a page, as functions. */
export interface Helper {
  /** Starts it, if it is not; the tally is opened then. */
  readonly start: () => void;
  /** Ends what is being computed, which then never answers; another question starts a new worker. */
  readonly stop: () => void;
  readonly show: (state: State) => Promise<Shown>;
  readonly text: (state: State, format: TextFormat) => Promise<string>;
  readonly take: (file: File) => Promise<Taken>;
}

/** A worker on the data of a page: what is in these blocks is sent to it, since it cannot read the page. */
export function helperOn(blocks: Readonly<Record<string, string>>): Helper {
  const waiting = new Map<number, (told: Told) => void>();
  let started: Promise<Worker> | undefined;
  let last = 0;

  const start = (): Promise<Worker> => {
    started ??= startWorker(blocks.worker ?? "").then((worker) => {
      worker.onmessage = ({ data }: MessageEvent<Told>) => {
        waiting.get(data.id)?.(data);
        waiting.delete(data.id);
      };
      const { worker: _, ...sent } = blocks;
      worker.postMessage({ ask: "open", blocks: sent } satisfies Asked);
      return worker;
    });
    return started;
  };

  const stop = (): void => {
    void started?.then((worker) => worker.terminate());
    started = undefined;
    waiting.clear();
  };

  const ask = async (question: (id: number) => Asked): Promise<Told> => {
    if (waiting.size > 0) stop();
    const worker = await start();
    last += 1;
    const id = last;
    const told = await new Promise<Told>((resolve) => {
      waiting.set(id, resolve);
      worker.postMessage(question(id));
    });
    if ("fault" in told) throw new Error(told.fault);
    return told;
  };

  return {
    start: () => void start(),
    stop,
    async show(state) {
      const told = await ask((id) => ({ ask: "show", id, state }));
      if ("shown" in told) return told.shown;
      throw new Error("Expected what is to be shown.");
    },
    async take(file) {
      const bytes = await file.arrayBuffer();
      const told = await ask((id) => ({ ask: "take", id, bytes, file: file.name }));
      if ("taken" in told) return told.taken;
      throw new Error("Expected a tally.");
    },
    async text(state, format) {
      const told = await ask((id) => ({ ask: "text", id, state, format }));
      if ("text" in told) return told.text;
      throw new Error("Expected a text.");
    },
  };
}

async function startWorker(packed: string): Promise<Worker> {
  const code = new Blob([await gunzip(fromBase64(packed))], { type: "text/javascript" });
  const address = URL.createObjectURL(code);
  const worker = new Worker(address);
  return worker;
}
