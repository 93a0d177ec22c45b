import {
  ConsoleStdout,
  Directory,
  File,
  OpenFile,
  PreopenDirectory,
  WASI,
  type Inode,
} from '@bjorn3/browser_wasi_shim';

export interface WasiProgramOptions {
  /** The command line, starting with the program's name. */
  readonly args?: readonly string[];
  /** Content by path without a leading slash; read-only and shareable between threads. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  /** Receives the module's output; dropped when absent, since it may contain a caller's words. */
  readonly onOutput?: (bytes: Uint8Array) => void;
}

type Exports = { readonly memory: WebAssembly.Memory; _start(): unknown; _initialize?(): unknown };

/**
 * An instance of a WASI module with files in memory. Node's own `node:wasi` uses the real file system and cannot share
 * an already loaded model.
 */
export class WasiProgram<E extends object> {
  private readonly wasi: WASI;
  private readonly root: PreopenDirectory;
  private readonly instance: { readonly exports: E & Exports };

  constructor(module: WebAssembly.Module, { args = [], files = new Map(), onOutput }: WasiProgramOptions) {
    this.root = new PreopenDirectory('/', treeOf(files));
    const nothing = new OpenFile(new File([]));
    const output = new ConsoleStdout((bytes) => onOutput?.(bytes));
    const dropped = new ConsoleStdout(() => undefined);
    this.wasi = new WASI([...args], [], [nothing, output, dropped, this.root], { debug: false });
    const imports = { ...this.wasi.wasiImport, args_sizes_get: this.argsSizes(args) };
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
    this.instance = instance as unknown as { readonly exports: E & Exports };
  }

  get exports(): E & Exports {
    return this.instance.exports;
  }

  /** Runs a command. @throws Error when it fails. */
  run(): void {
    const exitCode = this.wasi.start(this.instance);
    if (exitCode !== 0) throw new Error(`The module ended with exit code ${exitCode}`);
  }

  /** Makes a library's functions callable. */
  initialize(): void {
    this.wasi.initialize(this.instance);
  }

  /** Adds a file to the module's root, replacing one of that name. */
  write(name: string, bytes: Uint8Array): void {
    this.root.dir.contents.set(name, fileOf(bytes));
  }

  /** The content of a file written by the module. */
  written(path: string): Uint8Array | undefined {
    const file = this.root.dir.contents.get(path);
    return file instanceof File ? file.data : undefined;
  }

  /** The library counts characters where modules expect bytes, and would overrun the buffer. */
  private argsSizes(args: readonly string[]): (count: number, size: number) => number {
    const bytes = args.reduce((sum, argument) => sum + Buffer.byteLength(argument) + 1, 0);
    return (count, size) => {
      const view = new DataView(this.exports.memory.buffer);
      view.setUint32(count, args.length, true);
      view.setUint32(size, bytes, true);
      return 0;
    };
  }
}

function treeOf(files: ReadonlyMap<string, Uint8Array>): Map<string, Inode> {
  const tree = new Map<string, Inode>();
  const folders = new Map<string, Map<string, Uint8Array>>();
  for (const [path, bytes] of files) {
    const [name = '', ...rest] = path.split('/');
    if (rest.length === 0) tree.set(name, fileOf(bytes));
    else folders.set(name, (folders.get(name) ?? new Map<string, Uint8Array>()).set(rest.join('/'), bytes));
  }
  for (const [name, inside] of folders) tree.set(name, new Directory(treeOf(inside)));
  return tree;
}

/** Avoids the copy of a large model made by the library's constructor. */
function fileOf(bytes: Uint8Array): File {
  const file = new File([], { readonly: true });
  file.data = bytes;
  return file;
}
