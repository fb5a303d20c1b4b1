import { expect, it } from "vitest";
import { termsWith, userList } from "../../../../test/fixture/user-list.js";
import { map } from "./map.js";

it("averages the precision at relevant items over all relevant labels", () => {
  const list = userList([1, 0, 1], [1]);
  expect(map.of(list, termsWith())).toBeCloseTo((1 + 2 / 3) / 3, 12);
  expect(map.of(list, termsWith({ recallBy: "reachable" }, 2))).toBeCloseTo(1 / 2, 12);
  expect(map.of(userList([0]), termsWith())).toBeNull();
});
