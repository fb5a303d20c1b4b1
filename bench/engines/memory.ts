import { readdirSync, readFileSync } from "node:fs";

/**
 * CPU seconds of a server's process, of all that it started and of those that have ended; Linux only, whose clock ticks a
 * hundred times a second.
 */
export function cpuSeconds(root: number): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const fields = new Map(pids.map((pid) => [Number(pid), fieldsOf(pid)] as const));
  const isOurs = (pid: number): boolean =>
    pid === root || (pid > 1 && isOurs(Number(fields.get(pid)?.[1] ?? 0)));
  const ticks = [...fields].map(([pid, field]) =>
    isOurs(pid) ? field.slice(11, 15).reduce((sum, each) => sum + Number(each), 0) : 0,
  );
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

/** What stands after the command's name, which is in brackets and may hold spaces; the group is the third. */
function fieldsOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return []; // it has ended meanwhile
  }
}

/** Megabytes that the processes of a group held at most, each at its own peak; Linux only. */
export function peakMegabytes(group: number): number {
  const kilobytes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => peakOf(pid, group));
  return kilobytes.reduce((sum, peak) => sum + peak, 0) / 1024;
}

function peakOf(pid: string, group: number): number {
  try {
    if (Number(fieldsOf(pid)[2]) !== group) return 0;
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0; // it has ended meanwhile
  }
}
