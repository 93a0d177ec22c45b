import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';

/** The output of `npm run build`; the same path from sources and compiled service. */
const BUILT_PAGE_DIR = fileURLToPath(new URL('../../studio/dist', import.meta.url));

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.map': 'application/json; charset=utf-8',
};

export interface StudioFile {
  readonly content: Buffer;
  readonly contentType: string;
  /** Strong validator (RFC 9110, 8.8.3). */
  readonly etag: string;
  /** The name contains a content hash, so browsers may cache it forever. */
  readonly immutable: boolean;
  /** An HTML page, which needs a nonce. */
  readonly isPage: boolean;
  /** The content as gzip, compressed on first use. */
  readonly compressed: () => Buffer;
}

/** The built page, in memory. Requests can only reach built files. */
export class StudioFiles {
  private constructor(private readonly files: ReadonlyMap<string, StudioFile>) {}

  static load(folder = BUILT_PAGE_DIR): StudioFiles {
    const files = new Map<string, StudioFile>();
    for (const file of filesIn(folder)) files.set(file, readStudioFile(path.join(folder, file), file));
    return new StudioFiles(files);
  }

  get isBuilt(): boolean {
    return this.files.size > 0;
  }

  /** @param name path inside of the built page, for instance `index.html`. */
  find(name: string): StudioFile | undefined {
    return this.files.get(name);
  }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

function readStudioFile(file: string, name: string): StudioFile {
  const content = readFileSync(file);
  return {
    content,
    contentType: CONTENT_TYPES[path.extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    immutable: name.startsWith('assets/'),
    isPage: name.endsWith('.html'),
    compressed: once(() => gzipSync(content)),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
