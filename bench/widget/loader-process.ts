import { Pool } from 'undici';

/** The repeated request. */
export interface LoadRequest {
  readonly baseUrl: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly seconds: number;
  readonly connections: number;
  /** Started per second, at even intervals; undefined: each connection asks again as soon as it was answered. */
  readonly perSecond?: number;
}

export interface LoadReport {
  readonly statuses: Readonly<Record<number, number>>;
  readonly bytes: number;
  readonly tookMs: number;
  /** From when a request was due, so that queueing counts as latency. */
  readonly latenciesMs: readonly number[];
}

/** Runs in a separate process: the cost of asking is not the cost of answering. */
async function load(request: LoadRequest): Promise<LoadReport> {
  const { baseUrl, path, headers, seconds, connections, perSecond } = request;
  const pool = new Pool(baseUrl, { connections });
  const statuses: Record<number, number> = {};
  const latenciesMs: number[] = [];
  let bytes = 0;
  let begun = 0;
  const beganMs = performance.now();
  const endMs = beganMs + seconds * 1_000;
  const asker = async () => {
    for (;;) {
      const dueMs = perSecond === undefined ? performance.now() : beganMs + (begun++ * 1_000) / perSecond;
      if (dueMs >= endMs) return;
      const waitMs = dueMs - performance.now();
      if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      bytes += (await body.arrayBuffer()).byteLength;
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
      latenciesMs.push(performance.now() - dueMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, asker));
  const tookMs = performance.now() - beganMs;
  await pool.close();
  return { statuses, bytes, tookMs, latenciesMs };
}

process.on('message', (request: LoadRequest) => void load(request).then((report) => process.send?.(report)));
