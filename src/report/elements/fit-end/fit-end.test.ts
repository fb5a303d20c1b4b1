import { expect, it } from "vitest";
import { fixtureFit } from "../../../../test/fixture/fixture-fit.js";
import { written } from "../../../../test/fixture/written.js";
import { fitEnd } from "./fit-end.js";

it("says which release made the page, and where the terminal's other numbers are", () => {
  const { html, text } = written(fitEnd, fixtureFit());
  expect(html).toBe('<p class="quiet">Hindcast 0.0.0</p>');
  expect(text).toContain("--format csv and json");
});
