import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { takeTally } from "../src/evaluate/take-tally.js";
import type { Engine, EngineInfo, Plan } from "../src/sql/engine.js";

import { inputsOf, type Relation } from "../src/sql/relation.js";

import { readStudy } from "../src/study/read-study.js";
import { type Contender, contenders } from "./contenders.js";
import { generateLog } from "./generate-log.js";
import { standardStudy } from "./standard-study.js";

// How often a study reads the log on an engine that holds no rows between statements: the scans in the plans of its
// statements. A relation that a statement names twice is read twice. Spark shares scans, ClickHouse does not.

/** Enough rows for the way that large logs take. */
const impressions = 1_200_000;
const folder = fileURLToPath(new URL("../.cache/bench", import.meta.url));
const path = join(process.argv[2] ?? folder, `log-${impressions}.parquet`);
await generateLog(path, impressions);

const engines: readonly (readonly [name: string, own: Partial<EngineInfo>])[] = [
  ["Spark", { maxColumns: 120, sharesScans: true }],
  ["ClickHouse", { maxColumns: 1000 }],
];
console.log("| engine | study | statements | scans | of them |");
console.log("|---|---|---:|---:|---|");
for (const [name, own] of engines) {
  for (const contender of contenders) {
    if (contender.user !== "user_id" || !/study|fitted/.test(contender.kind)) continue;
    await count(name, own, contender);
  }
}

async function count(name: string, own: Partial<EngineInfo>, contender: Contender): Promise<void> {
  const plans: Plan[] = [];
  const engine = await createDuckdbEngine();
  try {
    const study = readStudy(standardStudy(path, contender));
    await takeTally(study, { engine: noting(engine, own, plans) });
  } finally {
    await engine.close();
  }
  const byPurpose = new Map<string, number>();
  for (const { purpose, relation } of plans) {
    byPurpose.set(purpose, (byPurpose.get(purpose) ?? 0) + scansIn(relation));
  }
  const scans = [...byPurpose.values()].reduce((sum, each) => sum + each, 0);
  const parts = [...byPurpose].map(([purpose, each]) => `${purpose} ${each}`).join(", ");
  console.log(`| ${name} | ${contender.name} | ${plans.length} | ${scans} | ${parts} |`);
}

/** The engine with every plan noted, of which it may hold no rows. */
function noting(
  { release: _, ...engine }: Engine,
  own: Partial<EngineInfo>,
  plans: Plan[],
): Engine {
  return {
    ...engine,
    info: async () => {
      const { maxColumnsOf: __, ...info } = await engine.info();
      return { ...info, ...own, concurrency: 4 };
    },
    query: (plan, options) => {
      plans.push(plan);
      return engine.query(plan, options);
    },
  };
}

function scansIn(relation: Relation): number {
  if (relation.kind === "source") return 1;
  return inputsOf(relation).reduce((sum, each) => sum + scansIn(each), 0);
}
