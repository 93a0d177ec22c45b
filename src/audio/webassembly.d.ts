/**
 * The part of the WebAssembly JavaScript interface (W3C) that the engines use. TypeScript declares it only in its
 * browser library, which would also bring `window` and the like into the server's code.
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

  class Global {
    constructor(descriptor: { value: 'i32' | 'f32' | 'f64'; mutable?: boolean }, value?: number);
    value: unknown;
  }

  class Module {
    constructor(bytes: ArrayBufferView | ArrayBuffer);
    static customSections(module: Module, name: string): ArrayBuffer[];
    static imports(module: Module): { module: string; name: string; kind: string }[];
  }

  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Exports;
  }

  function validate(bytes: ArrayBufferView | ArrayBuffer): boolean;
  function compile(bytes: ArrayBufferView | ArrayBuffer): Promise<Module>;
  function instantiate(module: Module, imports?: Imports): Promise<Instance>;
}
