import { spawn } from "node:child_process";

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Milliseconds in which an opener that finds no browser says so. */
const patience = 500;

/** Shows a file in the program that the system has for it; `say` gets a sentence where there is none, or it fails. */
export function openFile(path: string, say: (sentence: string) => void): void {
  const [command, ...words] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...words, path], { detached: true, stdio: "ignore" });
  const leaving = setTimeout(() => child.unref(), patience);
  child.on("error", () => {
    clearTimeout(leaving);
    say(`--open found no ${command} here: open ${path} in a browser.`);
  });
  child.on("exit", (code) => {
    clearTimeout(leaving);
    if (code) say(`--open: ${command} ended with ${code}: open ${path} in a browser.`);
  });
}
