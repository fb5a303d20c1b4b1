import { spawn } from "node:child_process";

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Shows a file in the program that the system has for it; `say` gets a sentence where there is none. */
export function openFile(path: string, say: (sentence: string) => void): void {
  const [command, ...words] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...words, path], { detached: true, stdio: "ignore" });
  child.on("error", () => say(`--open found no ${command} here: open ${path} in a browser.`));
  child.unref();
}
