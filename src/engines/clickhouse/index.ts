export { clickhouseDialect } from "../../sql/dialects/clickhouse.js";
export { describeClickhouseUrl } from "./address.js";
export { createClickhouseEngine } from "./engine.js";
export type { ClickhouseOptions } from "./options.js";
