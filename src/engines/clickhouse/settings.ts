import { clickhouseSettings } from "../../sql/dialects/clickhouse.js";
import { optionError } from "./options.js";

type Settings = Readonly<Record<string, string | number>>;

/** How results are written, so that numbers come back exactly as they are, and what stops a query. */
const TRANSPORT: Settings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_denormals: 1,
  output_format_json_quote_decimals: 0,
  output_format_json_quote_64bit_floats: 0,
  output_format_write_statistics: 1,
  cancel_http_readonly_queries_on_client_close: 1,
};

/**
 * The settings of every statement: those that answers depend on, and the user's own. Throws
 * StudyError where the user's would change what answers mean; limits may be set at will.
 */
export function settingsOf(...users: readonly Settings[]): Settings {
  const fixed: Settings = { ...clickhouseSettings, ...TRANSPORT };
  const choices: Settings = Object.assign({}, ...users);
  for (const [name, value] of Object.entries(choices)) {
    const ours = fixed[name];
    if (ours === undefined || name.startsWith("max_") || String(ours) === String(value)) continue;
    throw optionError(
      `Expected the setting ${name} to stay ${ours}, which the statements are written for, but got ${value}. Remove it from engine.settings.`,
    );
  }
  return { ...fixed, ...choices };
}
