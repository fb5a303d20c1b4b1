import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.js";

test("finds the name that was meant", () => {
  const names = ["trajectory", "item", "rank", "rewards", "listLength", "yuleSimon"];
  expect(nearestName("trajectry", names)).toBe("trajectory");
  expect(nearestName("Reward", names)).toBe("rewards");
  expect(nearestName("LISTLENGTH", names)).toBe("listLength");
  expect(nearestName("list_length", names)).toBe("listLength");
  expect(nearestName("yule-simon", names)).toBe("yuleSimon");
  expect(nearestName("rnak", names)).toBe("rank");
});

test("prefers the nearer candidate, then the earlier", () => {
  expect(nearestName("snip", ["ips", "snips"])).toBe("snips");
  expect(nearestName("cat", ["bat", "rat"])).toBe("bat");
});

test("gives nothing when nothing is near", () => {
  expect(nearestName("dcg", ["mean", "snips"])).toBeUndefined();
  expect(nearestName("x", ["y"])).toBeUndefined();
  expect(nearestName("", ["a"])).toBeUndefined();
  expect(nearestName("dcg", [])).toBeUndefined();
});
