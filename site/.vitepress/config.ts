import { defineConfig } from "vitepress";

const page = (text: string, name: string) => ({ text, link: `/${name}` });

/** Where a long path or name may go on in the next line: after a slash, before a point, and before a capital. */
const breakable = (code: string): string =>
  code
    .replace(/(?<=\w\/)(?=\w)/g, "<wbr>")
    .replace(/(?<=\w)(?=\.\w)/g, "<wbr>")
    .replace(/(?<=[a-z])(?=[A-Z])/g, "<wbr>");

/** The pages of `docs/` as a site. A link to a page that does not exist fails the build. */
export default defineConfig({
  title: "Hindcast",
  description:
    "What a new ranking policy would have earned, from the impressions that the old one logged.",
  srcDir: "pages",
  cleanUrls: true,
  markdown: {
    html: false,
    attrs: { disable: true },
    config: (md) => {
      md.renderer.rules.code_inline = (tokens, at) =>
        `<code v-pre>${breakable(md.utils.escapeHtml(tokens[at]?.content ?? ""))}</code>`;
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [page("Tutorial", "tutorial"), page("Study file", "study"), page("Real data", "gallery")],
    sidebar: [
      {
        text: "Begin",
        items: [
          page("Install", "install"),
          page("Tutorial", "tutorial"),
          page("Recipes", "recipes"),
          page("Glossary", "glossary"),
          page("From Python", "python"),
          page("Serve", "serve"),
        ],
      },
      {
        text: "Look up",
        items: [
          page("The study file", "study"),
          page("Codes", "codes"),
          page("Verdicts", "verdicts"),
          page("Methods", "methods"),
          page("Engines", "engines"),
          page("Runs against labels", "rankings"),
          page("Members of your own", "members"),
          page("Security", "security"),
          page("How it works", "how-it-works"),
          page("Dependencies", "dependencies"),
          page("All pages", "all-pages"),
        ],
      },
      {
        text: "Evidence",
        items: [
          page("How we know", "how-we-know"),
          page("Real data", "gallery"),
          page("Open Bandit Dataset", "open-bandit"),
          page("The paper", "paper"),
          page("Offline against online", "agreement"),
          page("How often verdicts are right", "verdict-study"),
          page("Simulated worlds", "worlds"),
          page("Fitted curves", "fitting"),
          page("Coverage under fitted curves", "curve-coverage"),
          page("Coverage of intervals", "coverage"),
          page("Intervals compared", "intervals"),
          page("Benchmark", "benchmark"),
        ],
      },
    ],
  },
});
