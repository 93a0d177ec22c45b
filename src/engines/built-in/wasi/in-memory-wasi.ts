/**
 * The part of WASI (snapshot preview 1) that the speech engines use, over files that live in memory. Node's own `node:wasi`
 * gives a module the real file system and can't be handed an already loaded model.
 */

/** Error numbers of WASI that are answered here. */
const errno = { success: 0, badDescriptor: 8, noEntry: 44, notSupported: 52 } as const;

const fileType = { characterDevice: 2, directory: 3, regularFile: 4 } as const;
const openFlags = { create: 1, truncate: 8 } as const;
const whence = { set: 0, current: 1 } as const;

const STANDARD_OUTPUT = 1;
const ROOT_DESCRIPTOR = 3;
const ROOT_PATH = '/';
const ALL_RIGHTS = 0xffff_ffffn;

/** The module called `proc_exit`. */
export class WasiExit extends Error {
  readonly exitCode: number;

  constructor(exitCode: number) {
    super(`The module ended with exit code ${exitCode}`);
    this.name = 'WasiExit';
    this.exitCode = exitCode;
  }
}

interface OpenFile {
  readonly file: MemoryFile;
  position: number;
}

/** A file in memory: either given and read only, or written by the module. */
export class MemoryFile {
  #content: Uint8Array;
  #size: number;

  constructor(content: Uint8Array = new Uint8Array(0)) {
    this.#content = content;
    this.#size = content.length;
  }

  get size(): number {
    return this.#size;
  }

  /** A view, not a copy. */
  get bytes(): Uint8Array {
    return this.#content.subarray(0, this.#size);
  }

  /** Replaces what a module may have shared with others by nothing. */
  truncate(): void {
    this.#content = new Uint8Array(0);
    this.#size = 0;
  }

  write(bytes: Uint8Array, position: number): void {
    const end = position + bytes.length;
    if (end > this.#content.length) {
      const grown = new Uint8Array(Math.max(end, this.#content.length * 2, 65_536));
      grown.set(this.bytes);
      this.#content = grown;
    }
    this.#content.set(bytes, position);
    this.#size = Math.max(this.#size, end);
  }
}

export interface WasiProgram {
  /** The command line, the program's name first. */
  readonly args?: readonly string[];
  /** Content by path without a leading slash. The map gains the files that the module writes. */
  readonly files: Map<string, MemoryFile>;
  /** Gets what the module prints; without it that is dropped, since the engines' chatter may hold a caller's words. */
  readonly standardOutput?: MemoryFile;
}

/** What one instance of a module sees of the world. */
export class InMemoryWasi {
  readonly #args: readonly string[];
  readonly #files: Map<string, MemoryFile>;
  readonly #open = new Map<number, OpenFile>();
  #nextDescriptor = ROOT_DESCRIPTOR + 1;
  #memory: WebAssembly.Memory | undefined;

  constructor(program: WasiProgram) {
    this.#args = program.args ?? [];
    this.#files = program.files;
    if (program.standardOutput)
      this.#open.set(STANDARD_OUTPUT, { file: program.standardOutput, position: 0 });
  }

  /** Imports for the module; functions that it wants and that aren't here answer "not supported". */
  importsFor(module: WebAssembly.Module): WebAssembly.Imports {
    const functions = this.#functions();
    const imports: Record<string, WebAssembly.ModuleImports> = {};
    for (const { module: namespace, name } of WebAssembly.Module.imports(module)) {
      (imports[namespace] ??= {})[name] = functions[name] ?? (() => errno.notSupported);
    }
    return imports;
  }

  /** Must be called before the module runs. */
  bind(memory: WebAssembly.Memory): void {
    this.#memory = memory;
  }

  get #view(): DataView {
    return new DataView(this.#bound.buffer);
  }

  get #bytes(): Uint8Array {
    return new Uint8Array(this.#bound.buffer);
  }

  get #bound(): WebAssembly.Memory {
    if (!this.#memory) throw new Error('The module has no memory yet');
    return this.#memory;
  }

  #functions(): Record<string, (...values: never[]) => number> {
    return {
      args_sizes_get: (count: number, size: number) => this.#argsSizes(count, size),
      args_get: (pointers: number, texts: number) => this.#writeArgs(pointers, texts),
      environ_sizes_get: (count: number, size: number) => this.#twoNumbers(count, 0, size, 0),
      environ_get: () => errno.success,
      clock_time_get: (_clock: number, _precision: bigint, out: number) => this.#clock(out),
      fd_prestat_get: (fd: number, out: number) => this.#prestat(fd, out),
      fd_prestat_dir_name: (_fd: number, out: number) => this.#prestatName(out),
      fd_fdstat_get: (fd: number, out: number) => this.#descriptorStatus(fd, out),
      fd_fdstat_set_flags: () => errno.success,
      fd_filestat_get: (fd: number, out: number) => this.#fileStatus(this.#open.get(fd)?.file, out),
      fd_read: (fd: number, vectors: number, count: number, out: number) =>
        this.#read(fd, vectors, count, out),
      fd_pread: (fd: number, vectors: number, count: number, offset: bigint, out: number) =>
        this.#readAt(fd, vectors, count, Number(offset), out),
      fd_write: (fd: number, vectors: number, count: number, out: number) =>
        this.#write(fd, vectors, count, out),
      fd_seek: (fd: number, offset: bigint, from: number, out: number) =>
        this.#seek(fd, Number(offset), from, out),
      fd_close: (fd: number) => (this.#open.delete(fd) ? errno.success : errno.badDescriptor),
      path_open: (
        _directory: number,
        _lookup: number,
        path: number,
        length: number,
        flags: number,
        _rights: bigint,
        _inherited: bigint,
        _status: number,
        out: number,
      ) => this.#openPath(this.#text(path, length), flags, out),
      path_filestat_get: (_directory: number, _lookup: number, path: number, length: number, out: number) =>
        this.#fileStatus(this.#files.get(this.#text(path, length)), out),
      proc_exit: (code: number) => {
        throw new WasiExit(code);
      },
    } satisfies Record<string, (...values: never[]) => number>;
  }

  #text(pointer: number, length: number): string {
    const path = new TextDecoder().decode(this.#bytes.slice(pointer, pointer + length));
    return path.startsWith('/') ? path.slice(1) : path;
  }

  #twoNumbers(first: number, firstValue: number, second: number, secondValue: number): number {
    this.#view.setUint32(first, firstValue, true);
    this.#view.setUint32(second, secondValue, true);
    return errno.success;
  }

  #encodedArgs(): Uint8Array[] {
    return this.#args.map((argument) => new TextEncoder().encode(`${argument}\0`));
  }

  #argsSizes(count: number, size: number): number {
    const bytes = this.#encodedArgs().reduce((sum, argument) => sum + argument.length, 0);
    return this.#twoNumbers(count, this.#args.length, size, bytes);
  }

  #writeArgs(pointers: number, texts: number): number {
    let at = texts;
    this.#encodedArgs().forEach((argument, index) => {
      this.#view.setUint32(pointers + 4 * index, at, true);
      this.#bytes.set(argument, at);
      at += argument.length;
    });
    return errno.success;
  }

  #clock(out: number): number {
    this.#view.setBigUint64(out, process.hrtime.bigint(), true);
    return errno.success;
  }

  #prestat(fd: number, out: number): number {
    if (fd !== ROOT_DESCRIPTOR) return errno.badDescriptor;
    this.#view.setUint8(out, 0);
    this.#view.setUint32(out + 4, ROOT_PATH.length, true);
    return errno.success;
  }

  #prestatName(out: number): number {
    this.#bytes.set(new TextEncoder().encode(ROOT_PATH), out);
    return errno.success;
  }

  #descriptorStatus(fd: number, out: number): number {
    const isFile = this.#open.has(fd);
    if (!isFile && fd > ROOT_DESCRIPTOR) return errno.badDescriptor;
    this.#bytes.fill(0, out, out + 24);
    const other = fd === ROOT_DESCRIPTOR ? fileType.directory : fileType.characterDevice;
    this.#view.setUint8(out, isFile ? fileType.regularFile : other);
    this.#view.setBigUint64(out + 8, ALL_RIGHTS, true);
    this.#view.setBigUint64(out + 16, ALL_RIGHTS, true);
    return errno.success;
  }

  #fileStatus(file: MemoryFile | undefined, out: number): number {
    if (!file) return errno.noEntry;
    this.#bytes.fill(0, out, out + 64);
    this.#view.setUint8(out + 16, fileType.regularFile);
    this.#view.setBigUint64(out + 32, BigInt(file.size), true);
    return errno.success;
  }

  #openPath(path: string, flags: number, out: number): number {
    let file = this.#files.get(path);
    if (!file) {
      if ((flags & openFlags.create) === 0) return errno.noEntry;
      file = new MemoryFile();
      this.#files.set(path, file);
    }
    if ((flags & openFlags.truncate) !== 0) file.truncate();
    const descriptor = this.#nextDescriptor++;
    this.#open.set(descriptor, { file, position: 0 });
    this.#view.setUint32(out, descriptor, true);
    return errno.success;
  }

  #read(fd: number, vectors: number, count: number, out: number): number {
    const open = this.#open.get(fd);
    if (!open) return errno.badDescriptor;
    const outcome = this.#readAt(fd, vectors, count, open.position, out);
    open.position += this.#view.getUint32(out, true);
    return outcome;
  }

  #readAt(fd: number, vectors: number, count: number, offset: number, out: number): number {
    const open = this.#open.get(fd);
    if (!open) return errno.badDescriptor;
    let total = 0;
    for (const target of this.#buffers(vectors, count)) {
      const part = open.file.bytes.subarray(offset + total, offset + total + target.length);
      target.set(part);
      total += part.length;
      if (part.length < target.length) break;
    }
    this.#view.setUint32(out, total, true);
    return errno.success;
  }

  #write(fd: number, vectors: number, count: number, out: number): number {
    const open = this.#open.get(fd);
    let total = 0;
    for (const source of this.#buffers(vectors, count)) {
      open?.file.write(source, open.position);
      if (open) open.position += source.length;
      total += source.length;
    }
    this.#view.setUint32(out, total, true);
    return errno.success;
  }

  #seek(fd: number, offset: number, from: number, out: number): number {
    const open = this.#open.get(fd);
    if (!open) return errno.badDescriptor;
    if (from === whence.set) open.position = offset;
    else if (from === whence.current) open.position += offset;
    else open.position = open.file.size + offset;
    this.#view.setBigUint64(out, BigInt(open.position), true);
    return errno.success;
  }

  *#buffers(vectors: number, count: number): Generator<Uint8Array> {
    for (let index = 0; index < count; index++) {
      const at = this.#view.getUint32(vectors + 8 * index, true);
      const length = this.#view.getUint32(vectors + 8 * index + 4, true);
      yield this.#bytes.subarray(at, at + length);
    }
  }
}
