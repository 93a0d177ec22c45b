import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const TICKS_PER_MS = 48;
const PAGE = Buffer.from('OggS');
const GRANULE_AT = 6;

/** One recordings folder for all instances, with separate data otherwise. */
export class SharedRecordings {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-recordings-'));

  /** Starts an instance with its recordings there. */
  readonly through = ['/bin/sh', '-c', 'ln -s "$0" "$DATA_DIR/recordings" && exec "$@"', this.folder];

  /** Duration of each part of a recording in ms, in call order. */
  partsOf(conversationId: string): number[] {
    const names = readdirSync(this.folder, { recursive: true }).map(String);
    const files = names.filter((name) => path.basename(name).startsWith(`${conversationId}.`));
    return files
      .sort((a, b) => numberOf(a) - numberOf(b))
      .map((name) => lengthMs(path.join(this.folder, name)));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** `conv_….ogg` is the first part, `conv_….2.ogg` the second. */
const numberOf = (name: string): number => Number(/\.(\d+)\.ogg$/.exec(name)?.[1] ?? 1);

/** From the position of the last complete page (RFC 3533, 6). */
function lengthMs(file: string): number {
  const bytes = readFileSync(file);
  const page = bytes.lastIndexOf(PAGE);
  return page < 0 ? 0 : Number(bytes.readBigUInt64LE(page + GRANULE_AT)) / TICKS_PER_MS;
}
