import { expect, it } from "vitest";
import { written } from "../../../../test/fixture/written.js";
import { curves } from "../../../exposure/index.js";
import { fitReading } from "./fit-reading.js";

it("has the hazards of all curves that know theirs in a formula", () => {
  const { html } = written(fitReading, {});
  expect(html).toContain("It is flat for geometric, and ρ/(ρ + rank) for yuleSimon.");
  for (const { name, hazard } of curves) {
    expect(html.includes(` for ${name}`)).toBe(hazard !== undefined);
  }
});
