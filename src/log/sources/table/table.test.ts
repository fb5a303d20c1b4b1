import { expect, it } from "vitest";
import { table } from "./table.js";

it("splits a name at its dots, and takes a list of parts as it is", () => {
  expect(table.read("lake.logs")).toEqual({ table: ["lake", "logs"] });
  expect(table.read(["odd.name", "logs"])).toEqual({ table: ["odd.name", "logs"] });
  expect(table.read("a..b")).toBeUndefined();
});

it("writes a list only where a part has a dot", () => {
  expect(table.write({ table: ["lake", "logs"] })).toBe("lake.logs");
  expect(table.write({ table: ["odd.name", "logs"] })).toEqual(["odd.name", "logs"]);
});
