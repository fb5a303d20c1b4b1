import { createHash } from "node:crypto";
import type { CommandResult } from "../../fixture/run-command.js";

const pristine = Object.getOwnPropertyNames(Object.prototype).join(" ");

/** What is wrong with how a command ended that was given a stranger's file; undefined where nothing is. */
export function faultIn(
  { code, stdout, stderr }: CommandResult,
  argv: readonly string[],
  page: string,
): string | undefined {
  if (stderr.includes("This was not expected")) return `an error that is not typed: ${stderr}`;
  if (![0, 1, 2, 3, 4].includes(code)) return `ended with ${code}`;
  if (code === 4 && argv[1] !== "study.json") return `ended with 4: ${stderr}`;
  const isSaid = /^error: \S/m.test(stderr) || (argv[0] === "check" && stdout !== "");
  if (code !== 0 && code !== 3 && !isSaid) return `said nothing: ${stderr}`;
  if (`${stdout}${stderr}${page}`.includes("SECRET-OUTSIDE")) return "tells a file outside";
  if (Object.getOwnPropertyNames(Object.prototype).join(" ") !== pristine) return "a prototype";
  const format = argv[argv.indexOf("--format") + 1];
  const html = stdout.startsWith("<!") ? stdout : page;
  return (
    inTerminal("stderr", stderr) ??
    (html === "" ? undefined : inPage(html)) ??
    (format === "json" && code === 0 ? inJson(stdout) : undefined) ??
    (format === "csv" || stdout.startsWith("<!") ? undefined : inTerminal("stdout", stdout))
  );
}

/** Control characters, and commands to a CI runner. */
function inTerminal(where: string, text: string): string | undefined {
  const control = /(?!\n)\p{Cc}/u.exec(text);
  if (control !== null) {
    const around = text.slice(Math.max(0, control.index - 40), control.index + 40);
    return `a control character on ${where}: ${JSON.stringify(around)}`;
  }
  return /^\s*::/m.test(text) ? `a command to a CI runner on ${where}` : undefined;
}

function inJson(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return "JSON that is none";
  }
}

/** Tags of our own pages; scripts are none of them but those of a page that answers again. */
const known = new Set(
  "!doctype html head meta title style body main header footer section article nav h1 h2 h3 h4 p div span a ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td details summary code pre em strong b i small sub sup br hr abbr time svg g path line rect circle text tspan polygon polyline defs clippath use desc figure figcaption mark marker lineargradient stop".split(
    " ",
  ),
);

/** Foreign elements, handlers of events and addresses that run, by a plain reader of tags. */
function inPage(html: string): string | undefined {
  if (!html.includes("default-src 'none'")) return "a page without a policy";
  const body = withoutOwnScripts(html).replace(/<style>.*?<\/style>/gs, "");
  for (const [, name = "", attributes = ""] of body.matchAll(
    /<\/?([^\s/>]+)((?:"[^"]*"|[^">])*)>/g,
  )) {
    if (!known.has(name.toLowerCase())) return `a page with <${name.slice(0, 40)}>`;
    const bare = attributes.replace(/"[^"]*"/g, '""');
    if (/\son\w+\s*=/i.test(bare)) return `a page with a handler: ${bare.slice(0, 80)}`;
    if (/(?:href|src)="\s*(?:javascript|data|https?):/i.test(attributes)) {
      return `a page with an address: ${attributes.slice(0, 80)}`;
    }
  }
  return undefined;
}

/** Without blocks of data, and without the script that the page's policy names by its hash. */
function withoutOwnScripts(html: string): string {
  const [, hash] = /^<meta [^>]*script-src 'sha256-([^']+)'/m.exec(html) ?? [];
  return html
    .replace(/<script type="text\/plain" id="hindcast-[a-z]+">[^<]*<\/script>/g, "")
    .replace(/<script>(.*?)<\/script>/gs, (whole, code: string) =>
      createHash("sha256").update(code).digest("base64") === hash ? "" : whole,
    );
}
