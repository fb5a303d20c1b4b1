/** Markup whose text is escaped; made by the tag `html` alone. */
export interface Markup {
  readonly markup: string;
}

/** What may stand in a hole of the tag: text is escaped, nothing is nothing. */
export type Hole = Markup | string | number | null | undefined | false | readonly Hole[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Builds markup: what is written in the template stands, what fills its holes is escaped. */
export function html(template: TemplateStringsArray, ...holes: readonly Hole[]): Markup {
  const parts = template.map((text, at) => (at === 0 ? text : fill(holes[at - 1]) + text));
  return { markup: parts.join("") };
}

function fill(hole: Hole): string {
  if (hole === null || hole === undefined || hole === false) return "";
  if (typeof hole === "number") return Number.isFinite(hole) ? String(hole) : "–";
  if (typeof hole === "string") return hole.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  return "markup" in hole ? hole.markup : hole.map(fill).join("");
}
