import { expect, it } from "vitest";
import { sql } from "./sql.js";

it("keeps the user's text as it is", () => {
  const text = "select *\nfrom log -- all";
  expect(sql.read(text)).toEqual({ sql: text });
  expect(sql.ref({ sql: text })).toEqual({ kind: "sql", sql: text });
});
