import { studyJsonSchema } from "../study/study-json-schema.js";

/** A key of a study, wherever it has that name and that meaning: `log.rewards.<name>.missing`. */
export interface StudyKey {
  readonly word: string;
  readonly paths: readonly string[];
  readonly meaning: string;
}

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

interface Sentence {
  readonly path: string;
  readonly meaning: string | undefined;
}

function sentencesOf(node: Node, path: string): readonly Sentence[] {
  const { properties = {}, additionalProperties: named, items, anyOf = [] } = node;
  const forms = [...anyOf, ...(items === undefined ? [] : [items])];
  return [
    ...Object.entries(properties).flatMap(([key, value]) => {
      const at = path === "" ? key : `${path}.${key}`;
      return [{ path: at, meaning: value.description }, ...sentencesOf(value, at)];
    }),
    ...forms.flatMap((form) => sentencesOf(form, path)),
    ...(typeof named === "object" ? sentencesOf(named, `${path}.<name>`) : []),
  ];
}

const sentences: readonly Sentence[] = sentencesOf(studyJsonSchema() as Node, "");

export const studyPaths: readonly string[] = [...new Set(sentences.map(({ path }) => path))];

/** With a sentence of their own; what `decide` and curves by feed repeat is left out. */
export const studyKeys: readonly StudyKey[] = keysOf(
  studyPaths.filter((path) => !/^decide\.|\.byFeed\./.test(path)),
);

function keysOf(paths: readonly string[]): readonly StudyKey[] {
  const keys = new Map<string, StudyKey>();
  for (const path of paths) {
    const all = sentences.flatMap((one) => (one.path === path ? (one.meaning ?? []) : []));
    if (all.length === 0) continue;
    const word = path.split(".").at(-1) ?? path;
    const meaning = [...new Set(all)].join("\n\n");
    const { paths: before = [] } = keys.get(`${word} ${meaning}`) ?? {};
    keys.set(`${word} ${meaning}`, { word, paths: [...before, path], meaning });
  }
  return [...keys.values()];
}

/** Whether a path ends as asked; any name stands for `<name>`, but for the first one asked. */
export function endsAs(path: string, asked: string): boolean {
  const segments = path.toLowerCase().split(".");
  const wanted = asked.toLowerCase().split(".");
  const end = segments.slice(-wanted.length);
  return (
    end.length === wanted.length &&
    end.every((segment, at) => segment === wanted[at] || (segment === "<name>" && at > 0))
  );
}

/** Whether it is asked from the top of the study on. */
export const isWhole = (path: string, asked: string): boolean =>
  path.split(".").length === asked.split(".").length && endsAs(path, asked);
