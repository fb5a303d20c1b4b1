import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { recall } from "./recall.js";

it("is the share of the relevant labels that is listed", () => {
  const list = userList([1, 0, 1], [1, 0]);
  expect(recall.of(list, termsWith())).toBeCloseTo(2 / 3, 12);
  expect(recall.of(list, termsWith({}, 1))).toBeCloseTo(1 / 3, 12);
  expect(recall.of(list, termsWith({ recallBy: "reachable" }, 1))).toBe(1);
  expect(recall.of(userList([0]), termsWith())).toBeNull();
});
