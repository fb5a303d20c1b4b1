/** What is drawn on a page as a file of its own. */
export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** What these elements show as one SVG that needs no page: texts where they stand, and drawings, in light colours. */
export function pictureOf(title: string, elements: readonly Element[]): Picture {
  return inLight(() => {
    const boxes = elements.map((element) => element.getBoundingClientRect());
    const left = Math.min(...boxes.map((box) => box.left)) - margin;
    const top = Math.min(...boxes.map((box) => box.top)) - margin - head;
    const width = Math.ceil(Math.max(...boxes.map(({ right }) => right)) - left + margin);
    const height = Math.ceil(Math.max(...boxes.map(({ bottom }) => bottom)) - top + margin);
    const view = `${left} ${top} ${width} ${height}`;
    const paper = getComputedStyle(document.body).backgroundColor;
    const root = shape("svg", { width, height, viewBox: view }, [
      shape("title", {}, [title]),
      shape("rect", { x: left, y: top, width, height, fill: paper }),
      headOf(title, left + margin, top + margin, width - 2 * margin),
      ...elements.map(drawn),
    ]);
    const svg = new XMLSerializer().serializeToString(root).replace(noXml, "\ufffd");
    return { svg, width, height };
  });
}

const margin = 12;
/** Height of the title above a picture. */
const head = 28;

/** The title in one line, no wider than the picture. */
function headOf(title: string, x: number, y: number, width: number): Node {
  const { fontFamily, color } = getComputedStyle(document.body);
  const font = { "font-family": fontFamily, "font-size": "14px", "font-weight": "600" };
  measuring ??= document.createElement("canvas").getContext("2d");
  if (measuring !== null) measuring.font = `600 14px ${fontFamily}`;
  const wide = measuring?.measureText(title).width ?? 0;
  const fitted = wide > width ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {};
  return shape("text", { x, y: y + 14, ...fitted, ...font, fill: color }, [title]);
}

/** Signs of names that no file of XML may hold. */
const noXml = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Dots of a picture for each of the page's. */
const sharpness = 2;
/** What browsers draw at most. */
const mostDots = 16_000;

export async function pngOf({ svg, width, height }: Picture): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(sharpness, mostDots / width, mostDots / height);
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: width * scale, height: height * scale });
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("This browser draws no picture.");
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      const made = (blob: Blob | null): void =>
        blob === null ? reject(new Error("The picture is too large.")) : resolve(blob);
      canvas.toBlob(made);
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** What is read without the page's rules for the dark. */
function inLight<T>(read: () => T): T {
  const dark = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSMediaRule)
    .filter(({ conditionText }) => conditionText.includes("dark"))
    .map(({ media }) => ({ media, before: media.mediaText }));
  for (const { media } of dark) media.mediaText = "not all";
  try {
    return read();
  } finally {
    for (const { media, before } of dark) media.mediaText = before;
  }
}

function drawn(element: Element): Node {
  if (element instanceof SVGSVGElement) return copied(element);
  const style = getComputedStyle(element);
  const { opacity, overflow } = style;
  const parts = [...element.childNodes].flatMap((node) => {
    if (node instanceof Text) return linesOf(node).map((line) => written(line, style));
    return node instanceof Element && node.checkVisibility() ? [drawn(node)] : [];
  });
  const group = shape("g", opacity === "1" ? {} : { opacity }, parts);
  if (overflow !== "hidden") return group;
  const { x, y, width, height } = element.getBoundingClientRect();
  const place = { x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` };
  return shape("svg", { ...place, overflow }, [group]);
}

const styled: readonly string[] = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"],
  ...[
    "stroke-linecap",
    "stroke-linejoin",
    "font-family",
    "font-size",
    "font-weight",
    "text-anchor",
  ],
];

/** A drawing where it stands, with what the page's styles make of its shapes. */
function copied(svg: SVGSVGElement): Node {
  const { x, y, width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const shapes = copy.querySelectorAll("*");
  for (const [at, own] of svg.querySelectorAll("*").entries()) {
    const style = getComputedStyle(own);
    for (const name of styled) shapes[at]?.setAttribute(name, style.getPropertyValue(name));
  }
  for (const each of [copy, ...shapes])
    for (const name of ["class", "style", "role", "aria-hidden"]) each.removeAttribute(name);
  for (const each of Object.entries({ x, y, width, height, overflow: "visible" }))
    copy.setAttribute(each[0], String(each[1]));
  return copy;
}

interface Line {
  readonly text: string;
  readonly box: DOMRect;
}

/** A text by the lines in which it stands. */
function linesOf(node: Text): readonly Line[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  if (range.getClientRects().length <= 1)
    return [{ text: node.data, box: range.getBoundingClientRect() }];
  const starts: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let at = 0;
  for (const sign of node.data) {
    range.setStart(node, at);
    range.setEnd(node, at + sign.length);
    const { bottom, width } = range.getBoundingClientRect();
    if (width > 0 && bottom > last) {
      starts.push(at);
      last = bottom;
    }
    at += sign.length;
  }
  return starts.map((start, line) => {
    const end = starts[line + 1] ?? node.length;
    range.setStart(node, start);
    range.setEnd(node, end);
    return { text: node.data.slice(start, end), box: range.getBoundingClientRect() };
  });
}

let measuring: CanvasRenderingContext2D | null = null;

function written({ text, box }: Line, style: CSSStyleDeclaration): Node {
  const { fontFamily, fontSize, fontWeight, color } = style;
  measuring ??= document.createElement("canvas").getContext("2d");
  if (measuring !== null) measuring.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const below = measuring?.measureText("").fontBoundingBoxDescent ?? 0;
  const font = { "font-family": fontFamily, "font-size": fontSize, "font-weight": fontWeight };
  const words = text.replaceAll(/\s+/g, " ").trim();
  // Where the machine that shows the picture has other fonts.
  const fitted = words === text ? { textLength: box.width } : {};
  const place = { x: box.left, y: box.bottom - below, ...fitted };
  if (words === "" || box.width === 0) return document.createDocumentFragment();
  return shape("text", { ...place, ...font, fill: color }, [words]);
}

function shape(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly (Node | string)[] = [],
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}
