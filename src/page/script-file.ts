import { readFile } from "node:fs/promises";
import { reason, StudyError } from "../errors.js";

/** What `scripts/page-script.mjs` builds: the page's script, and its worker as base64 of gzip. */
export interface Scripts {
  readonly script: string;
  readonly worker: string;
}

/** Reads the built scripts of the page; throws where they were not built. */
export async function readScripts(): Promise<Scripts> {
  try {
    const [script = "", worker = ""] = await Promise.all(
      // The same from `src/page` and from a folder of `dist`.
      ["script.js", "worker.txt"].map((name) =>
        readFile(new URL(`../page/built/${name}`, import.meta.url), "utf8"),
      ),
    );
    return { script, worker };
  } catch (cause) {
    const message =
      "The script of the page is not built. In a checkout run: node scripts/page-script.mjs. In an installed package, install it again.";
    throw new StudyError(reason("pageScript", message), { cause });
  }
}
