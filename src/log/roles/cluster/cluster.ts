import { keyTypes, readKey } from "../../readers.js";
import type { Role } from "../../role.js";
import { missingKey } from "../missing-key.js";

export const cluster: Role<"cluster", "log", "cluster"> = {
  name: "cluster",
  in: "log",
  field: "cluster",
  words: {
    purpose: "the cluster of the item",
    details: " (a category, a cell of an embedding), for `mips` and `offCem`",
    without: "estimators by clusters refuse",
  },
  accepts: keyTypes,
  expected: "whole numbers or text",
  alias: "h_cluster",
  read: readKey,
  survey: "key",
  refuses: missingKey("cluster"),
};
