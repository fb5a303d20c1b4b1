import { describe } from "vitest";
import type { Opened } from "../engine-suite.js";
import type { UnderTest } from "../under-test/under-test.js";
import { failureLaws } from "./failure-laws.js";
import { relationLaws } from "./relation-laws.js";
import { stoppingLaws } from "./stopping-laws.js";
import { textLaws } from "./text-laws.js";
import { valueLaws } from "./value-laws.js";

/** What every engine is held to, beside the numbers. */
export function engineLaws(under: UnderTest, opened: () => Opened): void {
  describe("random relations", () => relationLaws(under, opened));
  describe("names and text", () => textLaws(under, opened));
  describe("values", () => valueLaws(opened));
  describe("failures", () => failureLaws(under, opened));
  describe.skipIf(under.lacks.cancel !== undefined)("a query that would take long", () =>
    stoppingLaws(under, opened),
  );
}
