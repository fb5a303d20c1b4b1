import type { ReportDocument } from "../../report/index.js";
import type { FlagReader } from "../flag-reader.js";
import type { Session } from "../session.js";

/** A table or figure of the paper, as `hindcast reproduce` runs it. */
export interface Experiment {
  readonly name: string;
  /** Sentences of the help: what it is, what it takes. */
  readonly help: string;
  /** Names of the flags that it reads, as commander gives them. */
  readonly flags: readonly string[];
  /** Reads its flags; a mistake goes to the reader. */
  readonly read: (flags: FlagReader) => (session: Session) => Promise<ReportDocument>;
}
