/** What a module of WebAssembly needs here; the types of Node and of browsers name it differently. */
interface WebAssemblyLike {
  readonly Memory: new (of: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: object,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

/** A module of WebAssembly with memory of its own. */
export interface LoadedModule {
  readonly memory: ArrayBuffer;
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Loads a module (in base64, as `npm run kernel` writes it) that imports a memory of so many bytes, at most 4 GB. */
export function loadModule(base64: string, bytes: number): LoadedModule {
  const { Memory, Module, Instance } = (
    globalThis as unknown as { readonly WebAssembly: WebAssemblyLike }
  ).WebAssembly;
  const memory = new Memory({ initial: Math.ceil(bytes / 65536) + 1 });
  const code = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const { exports } = new Instance(new Module(code), { hindcast: { memory } });
  return { memory: memory.buffer, exports };
}
