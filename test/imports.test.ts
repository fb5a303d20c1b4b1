import { join } from "node:path";
import { expect, it } from "vitest";
import { packages } from "../scripts/rooms.js";
import { codes, folders, imports, loadedBy, source } from "./fixture/source-files.js";

/** Rooms that conclude from sums, or write plans: they never ask an engine. */
const silentRooms: readonly string[] = [
  ...["numeric", "random", "placement", "log", "exposure", "estimators", "fitting", "inference"],
  ...["diagnostics", "checks", "planning", "answers", "report"],
];
/** What runs a statement. */
const runs = /^sql\/run\/(ask-ahead|collect|collect-wide)\.ts$|^engines\//;
const isOfLaws = (file: string): boolean => /(^|[/-])laws?(-[\w-]+)?\.ts$/.test(file);

it("imports are read: the front door reaches evaluate", () => {
  expect(imports).toContainEqual({ from: "index.ts", to: "evaluate/evaluate.ts" });
});

/** What is left of files when those that import no other, or that no other imports, are left out again and again. */
function inCircles(links: typeof imports): readonly string[] {
  const [importing, imported] = [
    new Set(links.map(({ from }) => from)),
    new Set(links.map(({ to }) => to)),
  ];
  const inner = links.filter(({ from, to }) => imported.has(from) && importing.has(to));
  return inner.length < links.length ? inCircles(inner) : [...importing].toSorted();
}

it("no files import each other in a circle, types included", () => {
  expect(inCircles(imports)).toEqual([]);
  const links = ["ab", "bc", "cb", "cd"].map(([from = "", to = ""]) => ({ from, to }));
  expect(inCircles(links)).toEqual(["b", "c"]);
});

it("a room that concludes or plans runs no statement", () => {
  const silent = [...silentRooms, "evaluate/conclude", "evaluate/add"];
  const running = imports.filter(
    ({ from, to }) =>
      silent.some((room) => from.startsWith(`${room}/`)) && !isOfLaws(from) && runs.test(to),
  );
  expect(running).toEqual([]);
  expect(imports.some(({ from, to }) => from === "tally/take.ts" && runs.test(to))).toBe(true);
});

it("an estimator sees no row, no tally and no connection", () => {
  const seen = /^sql\/(engine|run\/|interpreter\/|compile)|^tally\/|^engines\//;
  const seeing = imports.filter(
    ({ from, to }) => from.startsWith("estimators/") && !isOfLaws(from) && seen.test(to),
  );
  expect(seeing).toEqual([]);
});

it("the list of engines loads no client, and no code of an engine", () => {
  const loaded = loadedBy("engines/index.ts");
  expect(loaded.files).toContain("engines/spark/spark.ts");
  expect(loaded.files.filter((file) => file.endsWith("/engine.ts"))).toEqual([]);
  expect(loaded.packages).toEqual([]);
  expect(loadedBy("study/study-fields.ts").packages).toContain("zod");
});

it("a door loads no client, and the command line no room before a command", () => {
  const late = packages
    .flatMap(({ names }) => names)
    .filter((name) => !/^(zod|commander)$/.test(name));
  for (const door of ["index.ts", "report/index.ts", "cli/main.ts"])
    expect(loadedBy(door).packages.filter((name) => late.includes(name))).toEqual([]);
  const begun = loadedBy("cli/main.ts").files.filter((file) => file.includes("/"));
  expect(new Set(begun.map((file) => file.split("/")[0]))).toEqual(new Set(["cli", "numeric"]));
});

it("a room within evaluate imports only earlier ones", () => {
  const inner = ["survey", "propose", "curves", "ask", "sums", "conclude", "add"];
  const place = (file: string): number => inner.indexOf(file.split("/")[1] ?? "");
  expect(folders(join(source, "evaluate")).toSorted()).toEqual(inner.toSorted());
  const within = imports.filter((each) =>
    [each.from, each.to].every((file) => /^evaluate\/[^/]+\//.test(file)),
  );
  expect(within.length).toBeGreaterThan(100);
  expect(within.filter(({ from, to }) => place(to) > place(from))).toEqual([]);
});

it.each(["members", "testing"])("a front door holds no code of its own: %s", (room) => {
  const code = codes.filter(({ file }) => file.startsWith(`${room}/`));
  expect(code).toHaveLength(1);
  const own = code[0]?.code.replaceAll(/export (type )?\{[^}]*\} from "[^"]+";/g, "").trim();
  expect(own).toBe("");
});
