import { expect, it } from "vitest";
import { fixtureResult } from "../../../../test/fixture/fixture-result.js";
import { resultDocument } from "../../documents/result.js";
import { formatJson } from "./json.js";

it("comes back as it was, with what the terminal would not show", () => {
  const study = { name: `<script>"\u001b[31m\u202e` };
  const result = fixtureResult({ study });
  expect(JSON.parse(formatJson(resultDocument(result)))).toEqual(
    JSON.parse(JSON.stringify(result)),
  );
});

it("writes an infinity as a study file does", () => {
  const result = fixtureResult({ study: { clip: Number.POSITIVE_INFINITY } });
  expect(JSON.parse(formatJson(resultDocument(result))).study).toEqual({ clip: "inf" });
});
