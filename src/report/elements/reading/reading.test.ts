import { expect, it } from "vitest";
import { written } from "../../../../test/fixture/written.js";
import { verdictWords } from "../../words/names.js";
import { reading } from "./reading.js";

it("explains every verdict, on the page alone", () => {
  const { html, text } = written(reading, {});
  for (const word of Object.values(verdictWords)) expect(html.toLowerCase()).toContain(word);
  expect(text).toBe("");
});
