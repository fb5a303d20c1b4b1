/** An element with these properties and children; texts are texts, never markup. */
export function made<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

export function button(text: string, pressed: () => void): HTMLButtonElement {
  const element = made("button", { type: "button", textContent: text });
  element.addEventListener("click", pressed);
  return element;
}
