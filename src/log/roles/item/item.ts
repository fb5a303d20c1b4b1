import { keyTypes, readKey } from "../../readers.js";
import type { Role } from "../../role.js";

export const item: Role<"item", "log", "item"> = {
  name: "item",
  in: "log",
  field: "item",
  words: {
    purpose: "the item's key",
    without: "a policy by `score` is refused, because ties are broken by item",
  },
  isFlag: true,
  called:
    /^(?:item|product|doc|document|video|story|content|article|listing|track|movie|sku|asin|object)(?:_?id|_?key)?$/i,
  accepts: [...keyTypes, "double"],
  expected: "any type",
  alias: "h_item",
  read: readKey,
  onDemand: true,
  survey: "nothing",
};
