import { createWorker, type types } from 'mediasoup';

/** Search path for workers linked against shared libraries in unusual places. Holds no secret. */
const KEPT = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH'];
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Starts a worker without this process's environment and without mediasoup's signal handlers; mediasoup has options for
 * neither, but does both before its first await. Workers parse untrusted packets, so a compromised one must not find
 * passwords and keys in its memory. The handlers would close all workers, while this process drains its calls first.
 */
export function spawnWorker(settings: types.WorkerSettings): Promise<types.Worker> {
  const { env } = process;
  const before = SIGNALS.map((signal) => new Set<unknown>(process.listeners(signal)));
  process.env = Object.fromEntries(KEPT.flatMap((name) => (name in env ? [[name, env[name]]] : [])));
  try {
    return createWorker(settings);
  } finally {
    process.env = env;
    for (const [index, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (!before[index]?.has(listener)) process.removeListener(signal, listener);
  }
}
