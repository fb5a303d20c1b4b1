import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { version } from "../src/index.js";

it("results name the version of the package", () => {
  expect(version).toBe(manifest.version);
});

it("the Python package has the same version", () => {
  const path = new URL("../python/src/hindcast_ope/_version.py", import.meta.url);
  expect(readFileSync(path, "utf8")).toBe(`__version__ = "${manifest.version}"\n`);
});
