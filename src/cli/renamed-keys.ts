import { isRecord } from "./is-record.js";

/** Keys of results that 0.1.0 wrote under another name, by where they stand (in new names): old → new. */
const renamedKeys: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    verdicts: { survives: "checks", readings: "alternatives" },
    "verdicts.checks": { danger: "check", binds: "applies", survives: "holds" },
    "verdicts.checks.facts": { mostOfItems: "mostFallOfItems" },
    "verdicts.alternatives": { danger: "check" },
    "verdicts.missing": {
      of: "side",
      unknownShare: "unknownItemsShare",
      rate: "rewardPerView",
      range: "rewardRange",
      average: "averageReward",
      atNothing: "differenceAtZero",
      turns: "thresholds",
    },
    differences: { reading: "estimatedBy" },
    diagnostics: { compares: "policies" },
    "whatIf.curves.differences": { reading: "verdict" },
    "whatIf.tipping": { reading: "verdict" },
  }).map(([path, names]) => [path, new Map(Object.entries(names))]),
);

const renamedCodes: ReadonlyMap<unknown, string> = new Map([
  ["dangersNotExamined", "checksNotRun"],
]);

/** Paths on the way to a key or a code that was renamed; all else is left as it is. */
const paths: ReadonlySet<string> = new Set(
  [...renamedKeys.keys(), "verdicts.reason"].flatMap((path) => {
    const names = path.split(".");
    return names.map((_, at) => names.slice(0, at + 1).join("."));
  }),
);

/** A result with the keys and codes of this version, whichever version wrote it. */
export function withNewKeys(result: object): object {
  return renamedIn(result, "") as object;
}

function renamedIn(value: unknown, path: string): unknown {
  if (path === "verdicts.reason.code") return renamedCodes.get(value) ?? value;
  if (path !== "" && !paths.has(path)) return value;
  if (Array.isArray(value)) return value.map((each) => renamedIn(each, path));
  if (!isRecord(value)) return value;
  const names = renamedKeys.get(path);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = names?.get(key) ?? key;
      return [name, renamedIn(inner, path === "" ? name : `${path}.${name}`)];
    }),
  );
}
