import { readdirSync, readFileSync } from "node:fs";

/** Megabytes that the processes of a group held at most, each at its own peak; Linux only. */
export function peakMegabytes(group: number): number {
  const kilobytes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => peakOf(pid, group));
  return kilobytes.reduce((sum, peak) => sum + peak, 0) / 1024;
}

function peakOf(pid: string, group: number): number {
  try {
    // The command's name stands in brackets and may hold spaces; the group is the third field after it.
    const after = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    if (Number(after[2]) !== group) return 0;
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0; // it has ended meanwhile
  }
}
