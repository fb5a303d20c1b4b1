import { describe, expect, it } from "vitest";
import { splits } from "./index.js";
import { splitLaws } from "./laws.js";
import type { Split } from "./split.js";

describe.each(splits.map((split) => [split.name, split] as const))("%s", (_, split) => {
  it.each(splitLaws.map((law) => [law.name, law] as const))("%s", (_name, law) => {
    law.check(split);
  });

  it("says what it is and where it comes from", () => {
    const texts = [split.purpose, split.reference, ...split.parameters.map((each) => each.purpose)];
    expect(texts).not.toContain("");
  });
});

describe("the laws catch a split", () => {
  const [weak] = splits;
  if (weak === undefined) throw new Error("no split");
  const [decides, repeats, names] = splitLaws;
  const bent = (training: Split["training"]): Split => ({ ...weak, training });
  let calls = 0;
  it.each([
    [decides, "that holds nothing out", bent((all) => new Uint8Array(all.user.length).fill(1))],
    [
      repeats,
      "that differs from call to call",
      bent((all) => {
        calls += 1;
        return Uint8Array.from(all.user, (user) => (user + calls) % 2);
      }),
    ],
    [
      names,
      "that reads names",
      bent((all) => Uint8Array.from(all.user, (user) => (all.users[user] === "u3" ? 1 : 0))),
    ],
  ])("%o %s", (law, _what, split) => {
    expect(() => law?.check(split)).toThrow(/^The split weakGeneralisation /);
  });
});
