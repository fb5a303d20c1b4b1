import { expect, it } from "vitest";
import { iceberg } from "./iceberg.js";

it("is a path, which can be placed", () => {
  expect(iceberg.ref({ iceberg: "lake/log" })).toEqual({ kind: "iceberg", path: "lake/log" });
  const placed = iceberg.place?.({ iceberg: "log" }, (path) => `/lake/${path}`);
  expect(placed).toEqual({ iceberg: "/lake/log" });
  expect(iceberg.describe({ iceberg: "lake/log" }, "log.source")).toBe(
    "the Iceberg table at lake/log",
  );
});
