import { Injectable } from '@nestjs/common';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppConfig } from '../../common/config/index.js';

const CONVERSATION_ID = /^conv_[0-9A-Za-z]{22}$/;
const SUFFIX = '.ogg';

export interface RecordingOnDisk {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** Recordings are in DATA_DIR/recordings, in folders by a prefix of the id, so that none gets too large. */
@Injectable()
export class RecordingFiles {
  private readonly root: string;

  constructor(config: AppConfig) {
    this.root = path.resolve(config.instance.dataDir, 'recordings');
  }

  /** The file of a conversation's recording, with its folder made. @throws where the file system refuses */
  prepare(conversationId: string): string {
    const file = this.pathOf(conversationId);
    if (file === undefined) throw new Error('A recording needs the id of a conversation.');
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    return file;
  }

  /** The recording; undefined if this instance has none. */
  async find(conversationId: string): Promise<RecordingOnDisk | undefined> {
    const file = this.pathOf(conversationId);
    const found = file === undefined ? undefined : await stat(file).catch(ignoreMissing);
    return file !== undefined && found?.isFile()
      ? { path: file, sizeBytes: found.size, modifiedAt: found.mtime }
      : undefined;
  }

  async delete(conversationId: string): Promise<void> {
    const file = this.pathOf(conversationId);
    if (file !== undefined) await rm(file, { force: true });
  }

  /** Deletes recordings that were last written before the given time; returns how many. */
  async deleteOlderThan(time: Date): Promise<number> {
    let deleted = 0;
    for (const folder of (await readdir(this.root).catch(ignoreMissing)) ?? []) {
      for (const name of await readdir(path.join(this.root, folder))) {
        const conversationId = name.slice(0, -SUFFIX.length);
        const recording = await this.find(conversationId);
        if (!recording || recording.modifiedAt >= time) continue;
        await this.delete(conversationId);
        deleted++;
      }
    }
    return deleted;
  }

  private pathOf(conversationId: string): string | undefined {
    if (!CONVERSATION_ID.test(conversationId)) return undefined;
    return path.join(this.root, conversationId.slice(-2), `${conversationId}${SUFFIX}`);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
