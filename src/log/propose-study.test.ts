import { expect, it } from "vitest";
import { proposeRoles } from "./propose-study.js";

const columns = [
  { name: "session_id", type: "bigint" },
  { name: "user_id", type: "text" },
  { name: "date", type: "date" },
  { name: "item_id", type: "bigint" },
  { name: "position", type: "bigint" },
  { name: "clicked", type: "boolean" },
  { name: "watch_seconds", type: "double" },
  { name: "rank_fresh_model", type: "bigint" },
  { name: "popularity_rank", type: "bigint" },
  { name: "colour", type: "text" },
] as const;

it("proposes the roles that the columns' names suggest, each column once", () => {
  const proposed = proposeRoles(columns);
  expect(proposed.log).toEqual({
    trajectory: "session_id",
    user: "user_id",
    day: "date",
    item: "item_id",
    rank: "position",
  });
  expect(Object.values(proposed.rewards)).toEqual(["clicked", "watch_seconds"]);
  expect(proposed.policies).toEqual({
    "fresh-model": { rank: "rank_fresh_model" },
    popularity: { rank: "popularity_rank" },
  });
  expect(proposed.missing).toEqual([]);
});

it("keeps to what is given, and says what is missing", () => {
  const odd = [
    { name: "k", type: "bigint" },
    { name: "position", type: "bigint" },
    { name: "p", type: "bigint" },
  ] as const;
  expect(proposeRoles(odd, { rank: "p" }).log).toEqual({ rank: "p" });
  expect(proposeRoles(odd).missing.join()).toMatch(/^trajectory \(/);
  expect(proposeRoles([{ name: "position", type: "text" }]).log).toEqual({});
});

it("reads spaces, hyphens and a question mark of names as what they stand for", () => {
  const spaced = [
    { name: "Session ID", type: "text" },
    { name: "uid", type: "text" },
    { name: "Item-Id", type: "text" },
    { name: "Displayed Rank", type: "bigint" },
    { name: "Liked?", type: "boolean" },
    { name: "Watch Time", type: "double" },
    { name: "New Rank", type: "bigint" },
  ] as const;
  const { log, rewards, policies } = proposeRoles(spaced);
  expect(log).toEqual({
    trajectory: "Session ID",
    user: "uid",
    item: "Item-Id",
    rank: "Displayed Rank",
  });
  expect(rewards).toEqual({ Liked: "Liked?", Watch_Time: "Watch Time" });
  expect(policies).toEqual({ New: { rank: "New Rank" } });
  expect(proposeRoles([{ name: "User Id", type: "text" }]).log).toEqual({ user: "User Id" });
});
