import { Injectable } from '@nestjs/common';
import { createReadStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { AppConfig } from '../../common/config/index.js';

const CONVERSATION_ID = /^conv_[0-9A-Za-z]{22}$/;
const REPLAY_ID = /^rpl_[0-9A-Za-z]{22}$/;
/** Of what the first process recorded of a call, of what those did that went on with it, and of replays of it. */
const FILE = /^(conv_[0-9A-Za-z]{22})(?:\.(?:([1-9]\d{0,8})|(rpl_[0-9A-Za-z]{22})))?\.ogg$/;

interface RecordingPart {
  readonly path: string;
  readonly sizeBytes: number;
}

interface FoundFile {
  readonly file: string;
  readonly part: number;
  /** Of the sound of a replay. */
  readonly replayId: string | undefined;
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
    return this.prepareFile(conversationId, part === 1 ? '.ogg' : `.${part}.ogg`);
  }

  /** The file of what a replay of a conversation sounds like, with its folder made. It goes with the conversation. */
  prepareReplay(conversationId: string, replayId: string): string {
    if (!REPLAY_ID.test(replayId)) throw new Error('The sound of a replay needs its id.');
    return this.prepareFile(conversationId, `.${replayId}.ogg`);
  }

  /** The recording; undefined if this instance has none. */
  async find(conversationId: string): Promise<RecordingOnDisk | undefined> {
    const files = await this.filesOf(conversationId);
    return onDisk(files.filter(({ replayId }) => replayId === undefined));
  }

  /** The sound of a replay; undefined if this instance has none. */
  async findReplay(conversationId: string, replayId: string): Promise<RecordingOnDisk | undefined> {
    const files = await this.filesOf(conversationId);
    return onDisk(files.filter((file) => file.replayId === replayId));
  }

  async delete(conversationId: string): Promise<void> {
    for (const { file } of await this.filesOf(conversationId)) await rm(file, { force: true });
  }

  /** Deletes the sounds of all but the latest replays of a conversation. */
  async keepReplays(conversationId: string, latest: number): Promise<void> {
    const replays: { readonly file: string; readonly atMs: number }[] = [];
    for (const { file, replayId } of await this.filesOf(conversationId)) {
      const found = replayId === undefined ? undefined : await stat(file).catch(ignoreMissing);
      if (found) replays.push({ file, atMs: found.mtimeMs });
    }
    const newestFirst = replays.sort((one, other) => other.atMs - one.atMs);
    for (const { file } of newestFirst.slice(latest)) await rm(file, { force: true });
  }

  /** Deletes recordings that were last written before the given time; returns how many. */
  async deleteOlderThan(time: Date): Promise<number> {
    let deleted = 0;
    for (const folder of (await readdir(this.root).catch(ignoreMissing)) ?? []) {
      const names = await readdir(path.join(this.root, folder));
      for (const conversationId of new Set(names.flatMap((name) => FILE.exec(name)?.[1] ?? []))) {
        const recording = await onDisk(await this.filesOf(conversationId));
        if (!recording || recording.modifiedAt >= time) continue;
        await this.delete(conversationId);
        deleted++;
      }
    }
    return deleted;
  }

  /** In the order of their parts, some of which other instances may have. */
  private async filesOf(conversationId: string): Promise<FoundFile[]> {
    if (!CONVERSATION_ID.test(conversationId)) return [];
    const folder = this.folderOf(conversationId);
    const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
    return names
      .flatMap((name) => {
        const [, id, part = '1', replayId] = FILE.exec(name) ?? [];
        if (id !== conversationId) return [];
        return [{ file: path.join(folder, name), part: Number(part), replayId }];
      })
      .sort((one, other) => one.part - other.part);
  }

  private prepareFile(conversationId: string, ending: string): string {
    if (!CONVERSATION_ID.test(conversationId)) throw new Error('A recording needs the id of a conversation.');
    const folder = this.folderOf(conversationId);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return path.join(folder, `${conversationId}${ending}`);
  }

  private folderOf(conversationId: string): string {
    return path.join(this.root, conversationId.slice(-2));
  }
}

/** What there is of these files; undefined where there is none. */
async function onDisk(files: readonly FoundFile[]): Promise<RecordingOnDisk | undefined> {
  const parts: RecordingPart[] = [];
  let modifiedAt = new Date(0);
  for (const { file } of files) {
    const found = await stat(file).catch(ignoreMissing);
    if (!found?.isFile()) continue;
    parts.push({ path: file, sizeBytes: found.size });
    if (found.mtime > modifiedAt) modifiedAt = found.mtime;
  }
  if (parts.length === 0) return undefined;
  return { parts, sizeBytes: parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), modifiedAt };
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
