export type Paint = (style: Style, text: string) => string;
export type Style = keyof typeof codes;

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
} as const;

export function painter(colour: boolean): Paint {
  if (!colour) return (_, text) => text;
  return (style, text) => {
    const [on, off] = codes[style];
    return text === "" ? text : `\u001b[${on}m${text}\u001b[${off}m`;
  };
}
