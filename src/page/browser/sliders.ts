import type { Looks } from "./looks.js";
import { made } from "./made.js";

/** A slider under every bar of a quantity that no data settle, which says what holds at its place. */
export function addSliders(main: HTMLElement, looks: Looks): void {
  for (const place of main.querySelectorAll<HTMLElement>(".turns>div")) {
    const of = place.querySelector("title")?.textContent ?? "";
    addSlider(place, of, looks);
  }
}

/** A slider's name in the address, by its line and quantity: other sliders may come and go. */
function nameOf(text: string): string {
  let sum = 0x811c9dc5;
  for (const sign of text) sum = Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return `at-${(sum >>> 0).toString(36)}`;
}

function addSlider(place: HTMLElement, of: string, looks: Looks): void {
  const name = nameOf(of);
  const { from = "0", start = from, zones = "", share } = place.dataset;
  const ends = zones.split("\n").map((zone) => {
    const at = zone.indexOf(" ");
    return { until: Number(zone.slice(0, at)), says: zone.slice(at + 1) };
  });
  const to = ends.at(-1)?.until ?? 0;
  const said = made("output", {});
  const slider = made("input", {
    type: "range",
    min: from,
    max: String(to),
    step: String((to - Number(from)) / 200),
    value: start,
    ariaLabel: of,
  });
  const began = slider.value;
  const kept = Number(looks.read(name) ?? Number.NaN);
  if (kept >= Number(from) && kept <= to) slider.value = String(kept);
  const say = (): void => {
    const value = Number(slider.value);
    const zone = ends.find(({ until }) => value < until) ?? ends.at(-1);
    said.textContent = `at ${shownAs(value, share)}: ${zone?.says}`;
    slider.ariaValueText = said.textContent;
  };
  const keep = (): void => looks.write(name, slider.value === began ? undefined : slider.value);
  slider.addEventListener("input", () => {
    say();
    keep();
  });
  say();
  keep();
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) =>
    made("span", { textContent: shownAs(Number(from) + part * (to - Number(from)), share) }),
  );
  place.querySelector("svg")?.after(slider, made("div", { className: "ticks" }, ticks), said);
}

const shownAs = (value: number, share: string | undefined): string =>
  share === undefined ? String(rounded(value)) : `${rounded(100 * value)} %`;

const rounded = (value: number): number => Number(value.toPrecision(3));
