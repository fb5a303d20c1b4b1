import { spawnSync } from "node:child_process";

/** The processes of a group whose command line holds a word. */
export function processesOf(group: number, word: string): readonly number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,pgid=,args="], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return stdout.split("\n").flatMap((line) => {
    const [pid, pgid, ...args] = line.trim().split(/\s+/);
    return Number(pgid) === group && args.join(" ").includes(word) ? [Number(pid)] : [];
  });
}
