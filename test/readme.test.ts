import { readFile } from "node:fs/promises";
import { expect, it, vi } from "vitest";
import type { StudyInput } from "../src/index.js";

const textOf = (path: string): Promise<string> =>
  readFile(new URL(`../${path}`, import.meta.url), "utf8");

it("the example of README.md is the one that is compiled and run here", async () => {
  const [, shown = ""] = /```ts\n([\s\S]*?)```/.exec(await textOf("README.md")) ?? [];
  const own = (await textOf("test/fixture/readme-snippet.ts"))
    .replace(/^\/\/.*\n/, "")
    .replace("../../src/index.js", "hindcast")
    .replace(/\nexport const policies[\s\S]*$/, "");
  expect(own).toBe(shown);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const { policies, answers } = await import("./fixture/readme-snippet.js");
  log.mockRestore();
  expect(policies).toEqual(["candidate"]);
  expect(answers).toBeGreaterThan(0);
});

it("a study that is declared as StudyInput cannot name keys that do not exist", () => {
  const study: StudyInput = {
    // @ts-expect-error a source is spelt otherwise
    log: { sorce: "log.parquet", rewards: ["click"] },
    policies: { candidate: { rank: "new_rank" } },
  };
  const other: StudyInput = {
    log: { source: "log.parquet", rewards: ["click"] },
    // @ts-expect-error a column is named by a text
    policies: { candidate: { rank: 3 } },
  };
  expect([study, other]).toHaveLength(2);
});

it("README.md links to nothing that the package does not hold", async () => {
  const { files } = JSON.parse(await textOf("package.json")) as { files: readonly string[] };
  const links = [...(await textOf("README.md")).matchAll(/\]\((?!https?:)([^)#]+)/g)];
  const outside = links
    .map(([, link = ""]) => link)
    .filter((link) => !["LICENSE", ...files].some((part) => `${link}/`.startsWith(`${part}/`)));
  expect(links.length).toBeGreaterThan(10);
  expect(outside).toEqual([]);
  for (const [, link = ""] of links) await expect(textOf(link)).resolves.not.toBe("");
});
