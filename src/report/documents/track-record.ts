import type { TrackRecord } from "../../agreement/index.js";
import { showCount } from "../../numeric/show-number.js";
import { chapter, type ReportDocument } from "../document.js";
import { trackRecordElements } from "../elements/index.js";
import { mapStrings, printable } from "../words/printable.js";

/** The track record of offline verdicts as a document. */
export const trackRecordDocument = (record: TrackRecord): ReportDocument => ({
  hindcast: record.hindcast,
  title: `${record.counts.right} right, ${record.counts.wrong} wrong`,
  lead: `${showCount(record.calls.length)} verdicts of ${showCount(record.tests)} past tests, compared with what the tests showed`,
  chapters: [chapter(trackRecordElements, record)],
  json: record,
  printable: () => trackRecordDocument(mapStrings(record, printable)),
});
