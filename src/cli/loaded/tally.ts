export { foldTally, groupUsers } from "../../tally/fold.js";
export { isSamePart, partsOf } from "../../tally/parts-of.js";
export { saveTally } from "../../tally/tally-file.js";
export { withoutOrder } from "../../tally/without-order.js";
