import type { About } from "../../evaluate/about.js";
import { type Answers, answersOf } from "../answers.js";
import { fromBase64 } from "../pack/base64.js";
import { unpackTally } from "../pack/pack-tally.js";
import type { PageData } from "../page-data.js";
import { takeTally } from "../take-tally.js";
import { unpackVerdicts } from "../verdicts.js";
import type { Asked, Told } from "./messages.js";

// What runs beside the page: it opens the tally, and answers one question after the other.
let answers: Promise<Answers> | undefined;

self.onmessage = async ({ data }: MessageEvent<Asked>): Promise<void> => {
  const tell = (told: Told): void => self.postMessage(told);
  try {
    if (data.ask === "open") {
      answers = opened(data.blocks);
      await answers;
      return;
    }
    if (data.ask === "take") {
      tell({ id: data.id, taken: await takeTally(data.bytes, data.file) });
      return;
    }
    const { show, text } = await (answers ?? Promise.reject(new Error("No tally is open.")));
    if (data.ask === "show") tell({ id: data.id, shown: await show(data.state) });
    if (data.ask === "text") tell({ id: data.id, text: await text(data.state, data.format) });
  } catch (error) {
    tell({
      id: "id" in data ? data.id : 0,
      fault: error instanceof Error ? error.message : String(error),
    });
  }
};

async function opened(blocks: Readonly<Record<string, string>>): Promise<Answers> {
  const { page = "", tally = "", verdicts } = blocks;
  const data = JSON.parse(page) as PageData;
  return answersOf(
    await unpackTally<About>(fromBase64(tally)),
    data,
    verdicts === undefined ? undefined : await unpackVerdicts(fromBase64(verdicts)),
  );
}
