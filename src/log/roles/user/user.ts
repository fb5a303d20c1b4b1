import { reason } from "../../../errors.js";
import { userOrOwn } from "../../anonymous.js";
import { keyTypes, readKey } from "../../readers.js";
import type { Role } from "../../role.js";
import { roleNamed, sourceText, valueIn } from "../../role-use.js";
import { missingKey } from "../missing-key.js";

export const user: Role<"user", "log", "user"> = {
  name: "user",
  in: "log",
  field: "user",
  words: {
    purpose: "the user",
    details: "; standard errors are clustered by user",
    without: "every trajectory is a cluster",
  },
  isFlag: true,
  called:
    /^(?:uid|(?:user|member|visitor|customer|account|client|viewer|cookie|device)(?:_?(?:id|key|hash|uuid))?)$/i,
  accepts: keyTypes,
  expected: "whole numbers or text",
  alias: "h_user",
  read: readKey,
  absent: (log) => valueIn(log, roleNamed(log, "trajectory")),
  whereNull: userOrOwn,
  survey: "clusterKey",
  refuses: missingKey("user"),
  isSampled: true,
  single: {
    count: "severalUsers",
    refusal: { code: "severalUsers", says: ["holds several users", "hold several users"] },
  },
  warn: (use, { missing = 0, values }) => {
    if (missing === 0) return undefined;
    const share = (100 * missing) / values;
    const percent = share >= 10 ? share.toFixed(0) : share.toPrecision(2);
    const message = `${use.path} (column "${sourceText(use)}"): ${missing.toLocaleString("en-US")} of ${values.toLocaleString("en-US")} rows (${percent} %) have no user (null); each of their trajectories counts as a user of its own. If they should have one, fill the column; set log.invalid to refuse them.`;
    return reason("anonymousUsers", message, {
      column: sourceText(use),
      rows: missing,
      of: values,
    });
  },
};
