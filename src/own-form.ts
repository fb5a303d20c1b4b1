/** What a command of ours has written, where a file of another kind was expected. */
export interface OwnForm {
  /** "a result, which evaluate wrote" */
  readonly what: string;
  /** What it is for. */
  readonly use: string;
}

interface Form extends OwnForm {
  /** Keys that only it has all of. */
  readonly keys: readonly string[];
}

const forms: readonly Form[] = [
  {
    keys: ["hindcast", "verdicts", "estimates"],
    what: "a result, which evaluate wrote",
    use: "`hindcast report` shows it, and `hindcast compare` takes the folder of past ones; the study that it was made from is what was evaluated",
  },
  {
    keys: ["hindcast", "feeds", "report"],
    what: "curves, which fit wrote",
    use: "a study takes them by log.exposure.curve: { file: … }",
  },
  {
    keys: ["log", "supports", "problems"],
    what: "the answer of check",
    use: "give check's own input, the study or the log",
  },
  {
    keys: ["truth"],
    what: "the known answers of a simulation",
    use: "the study next to them names them by truth: …",
  },
  {
    keys: ["hindcast"],
    what: "what a command of hindcast wrote",
    use: "give the study that the command was given",
  },
];

/** Which of our own files a value is the content of; undefined for a study and for anything else. */
export function ownFormOf(value: unknown): OwnForm | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  if ("log" in value && !("hindcast" in value || "supports" in value)) return undefined;
  return forms.find(({ keys }) => keys.every((key) => Object.hasOwn(value, key)));
}
