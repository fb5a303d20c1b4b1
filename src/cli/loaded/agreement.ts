export { compareOnline, trackRecord, withOnlineTable } from "../../agreement/index.js";
