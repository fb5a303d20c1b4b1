import type { About } from "../evaluate/about.js";
import { conclude } from "../evaluate/conclude/conclude.js";
import { daysToChoose } from "../evaluate/conclude/on-days.js";
import { openTally } from "../evaluate/conclude/open-tally.js";
import { formatMain, resultDocument } from "../report/index.js";
import { decodeTally } from "../tally/decode-tally.js";
import type { Shown } from "./answers.js";
import { toBase64 } from "./pack/base64.js";
import { packTally } from "./pack/pack-tally.js";
import { inGroups, pageBlock, pageDataOf } from "./page-data.js";

/** A tally that a page was given in place of its own. */
export interface Taken {
  readonly blocks: Readonly<Record<"page" | "tally", string>>;
  readonly shown: Shown;
}

/** A saved tally as a page holds it, by groups of users and whole, with what it concludes. */
export async function takeTally(bytes: ArrayBuffer, file: string): Promise<Taken> {
  const tally = await decodeTally<About>(bytes);
  const grouped = inGroups(tally);
  const result = await conclude(grouped);
  const base = await openTally(grouped, {});
  const grounds = { base, result, days: daysToChoose(grouped), ranges: [] };
  const data = pageDataOf({ tally, grouped, grounds, base: {}, file, isWhole: true });
  return {
    blocks: { page: pageBlock(data), tally: toBase64(await packTally(grouped)) },
    shown: { ...formatMain(resultDocument(result)), pictured: data.pictured },
  };
}
