import { readFile } from "node:fs/promises";
import { codeSections } from "../codes.js";
import { estimators } from "../estimators/index.js";
import { curves } from "../exposure/index.js";
import { adjustments } from "../inference/adjustments/index.js";
import { intervals } from "../inference/intervals/index.js";
import { describeRole, keyOf, type Role } from "../log/role.js";
import { roles } from "../log/roles/index.js";
import { glossary } from "./glossary.js";
import { studyKeys } from "./study-keys.js";

/** Where codes and members have pages: each in a folder of its own, named after it; others share one. */
const rooms = ["checks", "diagnostics", "estimators", "exposure", "inference/intervals"] as const;

const here = new URL("../", import.meta.url);

/** The page of a code, Markdown; null where it has none. */
export async function pageOf(code: string, from: URL = here): Promise<string | null> {
  const read = (path: string): Promise<string | null> =>
    readFile(new URL(path, from), "utf8").catch(() => null);
  const name = code.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  for (const room of rooms) {
    for (const path of [`${name}/${name}.md`, `${name}.md`]) {
      const text = await read(`${room}/${path}`);
      if (text !== null) return text;
    }
  }
  const role =
    roles.find((each) => code === each.name) ?? roles.find((each) => code === keyOf(each));
  return (
    sectionOf(code, await read("checks/reasons.md")) ??
    sectionOf(code, await read("inference/adjustments/adjustments.md")) ??
    (role === undefined ? null : sectionOf(role.name, await read("log/roles/roles.md")))
  );
}

/** The part of a page under the heading of a code, as a page of its own. */
function sectionOf(code: string, page: string | null): string | null {
  const [, ...sections] = page?.split(/^## /m) ?? [];
  const section = sections.find((section) => section.startsWith(`${code}\n`));
  return section === undefined ? null : `# ${section}`;
}

/** What has an explanation, and under which heading it is listed. */
export interface Explained {
  readonly word: string;
  readonly section: string;
  readonly meaning: string;
  /** The name of its page, where it has one; that of a column is its role's. */
  readonly page?: string;
  /** Where a study has it as a key. */
  readonly paths?: readonly string[];
}

const codesIn = ([section, codes]: readonly [string, Readonly<Record<string, string>>]) =>
  Object.entries(codes).map(([word, meaning]) => ({ word, section, meaning }));

const membersIn = (
  section: string,
  members: readonly { readonly name: string; readonly purpose: string }[],
) => members.map(({ name, purpose }) => ({ word: name, section, meaning: purpose, page: name }));

/** A parameter has one entry, which names every member that has it. */
function parametersOf(
  members: readonly {
    readonly name: string;
    readonly parameters: readonly { readonly name: string; readonly purpose: string }[];
  }[],
): readonly Explained[] {
  const all = members.flatMap(({ name, parameters }) =>
    parameters.map((parameter) => ({ ...parameter, of: name })),
  );
  return [...new Set(all.map(({ name }) => name))].map((word) => {
    const same = all.filter(({ name }) => name === word);
    const meaning = [...new Set(same.map(({ purpose }) => purpose))].join("\n\n");
    return { word, meaning, section: `Parameter of ${same.map(({ of }) => of).join(", ")}` };
  });
}

const sectionPaths = {
  log: "log",
  exposure: "log.exposure",
  reward: "log.rewards.<name>",
  policy: "policies.<name>",
} as const satisfies Record<Role["in"], string>;

/** Keys of a study that name columns; of two that are spelt alike, such as the rank, the log's comes first. */
const columns = roles.map((role) => ({
  word: keyOf(role) === "column" ? role.name : keyOf(role),
  section: `Column of a ${role.in === "policy" ? "policy" : "log"}`,
  meaning: describeRole(role),
  page: role.name,
  paths: [`${sectionPaths[role.in]}.${keyOf(role)}`],
}));

const members: readonly Explained[] = [
  ...membersIn("Estimator", estimators),
  ...membersIn("Position-bias curve", curves),
  ...membersIn("Interval", intervals),
  ...membersIn("Adjustment", adjustments),
];

const memberNames = new Set(members.map(({ word }) => word));

/** A code that is spelt as a member has no page of its own. */
const codes = Object.entries(codeSections)
  .flatMap(codesIn)
  .map((code) => (memberNames.has(code.word) ? code : { ...code, page: code.word }));

const ofColumns = new Set(columns.flatMap(({ paths }) => paths));

const keys = studyKeys
  .map((key) => ({ ...key, paths: key.paths.filter((path) => !ofColumns.has(path)) }))
  .filter(({ paths }) => paths.length > 0)
  .map((key) => ({ ...key, section: `Key of a study: ${key.paths.join(", ")}` }));

/** Words, then reason codes, members, columns, parameters and other keys of a study: the order in which those that are spelt alike are printed. */
export const explained: readonly Explained[] = [
  ...codesIn(["Word", glossary]),
  ...codes,
  ...members,
  ...columns,
  ...parametersOf([...curves, ...estimators]),
  ...keys,
];
