import { exitCodes } from "../src/cli/exit-codes.js";
import { codeSections } from "../src/codes.js";

/** The page of the reason codes, docs/codes.md. */
export function codesPage(): string {
  const sections = Object.entries(codeSections).map(([title, codes]) => {
    const rows = Object.entries(codes).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);
    return [`## ${title}`, "", ...rows, ""].join("\n");
  });
  return `${intro}\n${sections.join("\n")}\n${exits()}`;
}

function exits(): string {
  const rows = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`);
  const head = "What the command line ends with; a script can read the verdict from it.";
  return ["## Exit codes", "", head, "", "| Code | Meaning |", "|---|---|", ...rows, ""].join("\n");
}

const intro = `# Reason codes

Every refusal, warning and verdict has a code, which does not change between versions, a sentence, and facts. \`hindcast explain <code>\` says what it looks for and what to do. Programs compare the code; the type \`ReasonCode\` holds all of them. Codes of members from outside begin with \`own:\`. \`npm run codes\` writes this page from \`src/codes.ts\` and \`src/cli/exit-codes.ts\`.
`;
