import { describe, expect, it } from "vitest";
import { log, problemsOf } from "../../test/fixture/study-mistakes.js";
import { readStudy } from "./read-study.js";

describe("names that objects inherit", () => {
  const odd = ["constructor", "toString", "hasOwnProperty", "valueOf"];

  it.each(odd)("%s is an ordinary name everywhere", (name) => {
    const study = readStudy({
      log: {
        ...log,
        rank: name,
        feed: name,
        rewards: { [name]: name },
        exposure: { curve: { byFeed: { [name]: { model: "log2" } } } },
      },
      policies: { [name]: { rank: name, online: { [name]: { value: 1, se: 1 } } } },
      baseline: name,
    });
    expect(Object.keys(study.policies)).toEqual([name]);
    expect(Object.keys(study.log.rewards)).toEqual([name]);
    expect(study.baseline).toBe(name);
  });

  it.each(["policies", "rewards", "feeds"])("__proto__ is refused among %s", (where) => {
    const proto = (value: string) => JSON.parse(`{"__proto__": ${value}}`);
    const input = {
      policies: { log, policies: proto('{"rank": "r"}') },
      rewards: { log: { ...log, rewards: proto('"c"') } },
      feeds: {
        log: { ...log, feed: "f", exposure: { curve: { byFeed: proto('{"model": "log2"}') } } },
      },
    }[where];
    const [problem, ...others] = problemsOf(input);
    expect(others).toEqual([]);
    expect(problem?.message).toMatch(/__proto__: expected a name that is neither empty nor/);
    expect(({} as Record<string, unknown>).rank).toBeUndefined();
  });

  it("__proto__ is not a key of a mapping, but a column may be called so", () => {
    const [problem] = problemsOf(
      JSON.parse('{"log": {"source": "a", "rewards": ["b"], "__proto__": {"rank": "r"}}}'),
    );
    expect(problem?.message).toMatch(/^log\.__proto__: expected one of the keys/);
    expect(readStudy({ log: { ...log, rank: "__proto__" } }).log.rank).toBe("__proto__");
  });
});
