/**
 * The part of the WebAssembly interface (W3C WebAssembly JavaScript Interface) that the engines use. Node has it,
 * but TypeScript declares it in its browser library only, which would let the server's code name `window` and the
 * like.
 */
declare namespace WebAssembly {
  type ImportValue = ((...values: never[]) => unknown) | Memory | number;
  type ModuleImports = Record<string, ImportValue>;
  type Imports = Record<string, ModuleImports>;
  type Exports = Record<string, unknown>;

  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }

  class Module {
    constructor(bytes: ArrayBufferView | ArrayBuffer);
    static imports(module: Module): { module: string; name: string; kind: string }[];
  }

  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Exports;
  }

  function compile(bytes: ArrayBufferView | ArrayBuffer): Promise<Module>;
  function instantiate(module: Module, imports?: Imports): Promise<Instance>;
}
