import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

const cache = resolve(process.env.HINDCAST_SERVERS ?? ".cache/servers");

/** Another version of Spark than the usual one, which stands in a folder of its own. */
const sparkVersion = process.env.HINDCAST_SPARK_VERSION;

/** Apache Spark as a fetched server: of `HINDCAST_SPARK_VERSION`, where that is set. */
export const sparkFolder: string = sparkVersion === undefined ? "spark" : `spark-${sparkVersion}`;

/** The folder of a fetched server; `scripts/fetch-servers.sh` fills it. */
export const serverFolder = (name: string): string => resolve(cache, name);

/** Why a server cannot run here; undefined where it can. `needs` are programs that must run. */
export function whyUnavailable(
  name: string,
  needs: readonly (readonly [program: string, ...args: string[]])[] = [],
): string | undefined {
  if (!existsSync(resolve(serverFolder(name), ".fetched"))) {
    const reason = resolve(cache, `${name}.unavailable`);
    return existsSync(reason)
      ? readFileSync(reason, "utf8").trim()
      : `${name} was not fetched; run scripts/fetch-servers.sh`;
  }
  const missing = needs.find(([program, ...args]) => spawnSync(program, args).status !== 0);
  return missing && `${missing.join(" ")} does not run here`;
}
