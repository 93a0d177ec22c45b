import { createReadStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isConversationId, parseRecordingName, type RecordingName, shardOf } from '../recording-name.js';
import type { RecordingPart } from '../recording.js';

export interface StoredRecording extends RecordingName, RecordingPart {
  readonly name: string;
  readonly path: string;
  readonly modifiedAt: Date;
}

/** The recordings in a folder, which instances may share. */
export class RecordingFolder {
  constructor(private readonly root: string) {}

  /**
   * Path of a file; creates its folder.
   * @throws where the file system refuses
   */
  prepare(conversationId: string, name: string): string {
    const folder = this.folderOf(conversationId);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return path.join(folder, name);
  }

  /** Files of one conversation and its replays, ordered by part. */
  async filesOf(conversationId: string): Promise<StoredRecording[]> {
    if (!isConversationId(conversationId)) return [];
    const files = await filesIn(this.folderOf(conversationId), (name) => name.startsWith(conversationId));
    return files.sort((one, other) => one.part - other.part);
  }

  async delete(conversationId: string): Promise<void> {
    for (const file of await this.filesOf(conversationId)) await rm(file.path, { force: true });
  }

  /** All files, one folder per batch. */
  async *all(): AsyncGenerator<StoredRecording[]> {
    for (const shard of (await readdir(this.root).catch(ignoreMissing)) ?? []) {
      const files = await filesIn(path.join(this.root, shard), () => true);
      if (files.length > 0) yield files;
    }
  }

  private folderOf(conversationId: string): string {
    return path.join(this.root, shardOf(conversationId));
  }
}

async function filesIn(folder: string, isWanted: (name: string) => boolean): Promise<StoredRecording[]> {
  const files: StoredRecording[] = [];
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const parsed = isWanted(name) ? parseRecordingName(name) : undefined;
    if (!parsed) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(ignoreMissing);
    if (!found?.isFile()) continue;
    files.push({
      ...parsed,
      name,
      path: file,
      sizeBytes: found.size,
      modifiedAt: found.mtime,
      read: (start, end) => createReadStream(file, { start, end }) as AsyncIterable<Uint8Array>,
    });
  }
  return files;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
