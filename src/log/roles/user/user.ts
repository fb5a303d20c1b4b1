import { keyTypes, readKey } from "../../readers.js";
import type { Role } from "../../role.js";
import { roleNamed, valueIn } from "../../role-use.js";
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
  survey: "clusterKey",
  refuses: missingKey("user"),
  isSampled: true,
  single: {
    count: "severalUsers",
    refusal: { code: "severalUsers", says: ["holds several users", "hold several users"] },
  },
};
