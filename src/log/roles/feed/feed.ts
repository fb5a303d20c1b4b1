import { bigint } from "../../../sql/expression.js";
import { keyTypes, readKey } from "../../readers.js";
import type { Role } from "../../role.js";
import { missingKey } from "../missing-key.js";

export const feed: Role<"feed", "log", "feed"> = {
  name: "feed",
  in: "log",
  field: "feed",
  words: {
    purpose: "the feed",
    details: "; each feed has its own results and may have its own curve",
    without: "one feed",
  },
  isFlag: true,
  called: /^(?:feed|surface|placement)$/i,
  accepts: keyTypes,
  expected: "whole numbers or text",
  alias: "h_feed",
  read: readKey,
  absent: () => bigint(0n),
  survey: "key",
  refuses: missingKey("feed"),
  isSampled: true,
};
