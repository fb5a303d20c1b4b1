import { glossary } from "../src/cli/glossary.js";

/** The page of the words, docs/glossary.md. */
export function glossaryPage(): string {
  const rows = Object.entries(glossary).map(([word, meaning]) => `- **${word}**: ${meaning}`);
  return `${intro}\n${rows.join("\n")}\n`;
}

const intro = `# Glossary

\`hindcast explain <word>\` prints one of them. \`npm run codes\` writes this page from \`src/cli/glossary.ts\`.
`;
