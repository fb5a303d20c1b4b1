/** So many bytes at a time: a call takes no more arguments than that. */
const atOnce = 0x6000;

/** Bytes as text of a page. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += atOnce)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + atOnce))));
  return parts.join("");
}

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
