import { expect, it } from "vitest";
import { fixtureInputs } from "../../../../test/fixture/fixture-kept-results.js";
import { written } from "../../../../test/fixture/written.js";
import { keptResult } from "../../kept-result.js";
import { type StudyOverDays, studiesOverDays } from "../../studies-over-days.js";
import { decisionsOverDays } from "./decisions-over-days.js";

function studyOf(hindcast: string): StudyOverDays {
  const [study] = studiesOverDays({
    hindcast,
    results: fixtureInputs().map(keptResult),
    unread: [],
  });
  if (study === undefined) throw new Error("Expected a study.");
  return study;
}

it("shows the newest first, and leads to the pages that are there", () => {
  const { html, csv } = written(decisionsOverDays, studyOf("0.0.0"));
  expect(csv.map(({ file }) => file)).toEqual(["second.json", "first.json"]);
  expect(html).toContain('<a href="second.html">second.json</a>');
  expect(html).toContain("<td>first.json</td>");
});

it("names results of another version", () => {
  expect(written(decisionsOverDays, studyOf("0.0.0")).text).toContain(
    "1 result is of another version of Hindcast (0.2.0)",
  );
  expect(written(decisionsOverDays, studyOf("1.0.0")).html).toContain(
    "2 results are of other versions of Hindcast (0.0.0, 0.2.0)",
  );
});

it("leads nowhere but to files, whatever these are called", () => {
  const study = studyOf("0.0.0");
  const page = 'java"script:alert(1)//<b>#?/../x y.html';
  const results = study.results.map((result) => ({ ...result, page }));
  const { html } = written(decisionsOverDays, { ...study, results });
  expect(html).toContain('href="java%22script%3Aalert(1)//%3Cb%3E%23%3F/../x%20y.html"');
});
