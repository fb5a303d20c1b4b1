import type { Uint64 } from "./uint64.js";

const offsetBasis: Uint64 = { hi: 0xcbf29ce4, lo: 0x84222325 };
const encoder = new TextEncoder();

/**
 * The 64-bit FNV-1a hash of the UTF-8 bytes of `text`, from its standard start or from `start`
 * (Fowler, Noll & Vo). Its upper bits mix poorly: pass the result through `splitmix64` before use
 * as chance. `fnv1a64("a")` is af63dc4c8601ec8c in hexadecimal.
 */
export function fnv1a64(text: string, start: Uint64 = offsetBasis): Uint64 {
  let hash = start;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return encoder.encode(text.slice(i)).reduce<Uint64>(absorb, hash);
    hash = absorb(hash, code);
  }
  return hash;
}

/** (hash XOR byte) · (2^40 + 435) modulo 2^64. */
function absorb(hash: Uint64, byte: number): Uint64 {
  const mixed = (hash.lo ^ byte) >>> 0;
  const low = mixed * 435;
  const hi = hash.hi * 435 + Math.floor(low / 4294967296) + ((mixed << 8) >>> 0);
  return { hi: hi >>> 0, lo: low >>> 0 };
}
