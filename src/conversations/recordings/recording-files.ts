import { Injectable } from '@nestjs/common';
import { createReadStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { AppConfig } from '../../common/config/index.js';

const CONVERSATION_ID = /^conv_[0-9A-Za-z]{22}$/;
/** Of what the first process recorded of a call, and of what those did that went on with it. */
const FILE = /^(conv_[0-9A-Za-z]{22})(?:\.([1-9]\d{0,8}))?\.ogg$/;

interface RecordingPart {
  readonly path: string;
  readonly sizeBytes: number;
}

/** One after the other they are one Ogg stream (RFC 3533, 4: chaining). */
export interface RecordingOnDisk {
  /** In the order of the call; one unless several processes carried it. */
  readonly parts: readonly RecordingPart[];
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/**
 * Recordings are in DATA_DIR/recordings, in folders by the end of the id, so that none gets too large. Instances that
 * share the folder have all parts of all recordings.
 */
@Injectable()
export class RecordingFiles {
  private readonly root: string;

  constructor(config: AppConfig) {
    this.root = path.resolve(config.instance.dataDir, 'recordings');
  }

  /**
   * The file of a conversation's recording, with its folder made.
   * @param part Which of the processes that carried it makes it, counted from 1.
   * @throws where the file system refuses
   */
  prepare(conversationId: string, part = 1): string {
    if (!CONVERSATION_ID.test(conversationId)) throw new Error('A recording needs the id of a conversation.');
    const folder = this.folderOf(conversationId);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return path.join(folder, part === 1 ? `${conversationId}.ogg` : `${conversationId}.${part}.ogg`);
  }

  /** The recording; undefined if this instance has none. */
  async find(conversationId: string): Promise<RecordingOnDisk | undefined> {
    const parts: RecordingPart[] = [];
    let modifiedAt = new Date(0);
    for (const file of await this.filesOf(conversationId)) {
      const found = await stat(file).catch(ignoreMissing);
      if (!found?.isFile()) continue;
      parts.push({ path: file, sizeBytes: found.size });
      if (found.mtime > modifiedAt) modifiedAt = found.mtime;
    }
    if (parts.length === 0) return undefined;
    return { parts, sizeBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), modifiedAt };
  }

  async delete(conversationId: string): Promise<void> {
    for (const file of await this.filesOf(conversationId)) await rm(file, { force: true });
  }

  /** Deletes recordings that were last written before the given time; returns how many. */
  async deleteOlderThan(time: Date): Promise<number> {
    let deleted = 0;
    for (const folder of (await readdir(this.root).catch(ignoreMissing)) ?? []) {
      const names = await readdir(path.join(this.root, folder));
      for (const conversationId of new Set(names.flatMap((name) => FILE.exec(name)?.[1] ?? []))) {
        const recording = await this.find(conversationId);
        if (!recording || recording.modifiedAt >= time) continue;
        await this.delete(conversationId);
        deleted++;
      }
    }
    return deleted;
  }

  /** In the order of their parts, some of which other instances may have. */
  private async filesOf(conversationId: string): Promise<string[]> {
    if (!CONVERSATION_ID.test(conversationId)) return [];
    const folder = this.folderOf(conversationId);
    const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
    return names
      .flatMap((name) => {
        const [, id, part = '1'] = FILE.exec(name) ?? [];
        return id === conversationId ? [{ name, part: Number(part) }] : [];
      })
      .sort((one, other) => one.part - other.part)
      .map(({ name }) => path.join(folder, name));
  }

  private folderOf(conversationId: string): string {
    return path.join(this.root, conversationId.slice(-2));
  }
}

/** The bytes of a recording from the first to the last, both included. */
export function readRecording({ parts }: RecordingOnDisk, first: number, last: number): Readable {
  return Readable.from(bytesOf(parts, first, last));
}

async function* bytesOf(parts: readonly RecordingPart[], first: number, last: number) {
  let before = 0;
  for (const { path: file, sizeBytes } of parts) {
    const [start, end] = [Math.max(0, first - before), Math.min(sizeBytes - 1, last - before)];
    before += sizeBytes;
    if (start <= end) yield* createReadStream(file, { start, end }) as AsyncIterable<Buffer>;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
