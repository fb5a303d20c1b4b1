import type { StudyTally } from "../evaluate/about.js";
import type { Result } from "../evaluate/conclude/result.js";
import type { Live, LiveOptions } from "../page/index.js";
import type { Session } from "./session.js";

/** Makes a page answer again, from the tally that its result was concluded from; called where a page is written. */
export const liveOf =
  (tally: StudyTally, result: Result, options: LiveOptions, session: Session) =>
  async (): Promise<Live> => {
    const { livePage } = await session.modules.page();
    const purpose = "verdicts of other choices, for the page";
    return session.long((onProgress) =>
      livePage(tally, result, {
        ...options,
        signal: session.signal,
        onStep: (done, all) => onProgress({ purpose, fraction: done / all }),
      }),
    );
  };
