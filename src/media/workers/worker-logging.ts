import type { types } from 'mediasoup';

const LOG_LEVELS: readonly types.WorkerLogLevel[] = ['debug', 'warn', 'error', 'none'];
export function workerLogLevel(text: string): types.WorkerLogLevel {
  return LOG_LEVELS.find((level) => level === text) ?? 'error';
}

export const workerLogTags = (level: string): types.WorkerLogTag[] =>
  level === 'debug' ? ['info', 'ice', 'dtls', 'rtp', 'srtp', 'rtcp'] : [];

export interface WorkerLog {
  readonly logTags: readonly types.WorkerLogTag[];
  readonly logLevel: types.WorkerLogLevel;
}

export function usualLog({ logLevel, logTags }: WorkerLog) {
  return { logLevel, logTags: [...logTags] };
}

/** The minimal log settings under which a worker reports unexpected packets. */
export function logWithUnroutedPackets({ logLevel, logTags }: WorkerLog) {
  const warns = logLevel === 'debug' || logLevel === 'warn';
  return {
    logLevel: warns ? logLevel : ('warn' as const),
    logTags: [...new Set([...(warns ? logTags : []), 'rtp' as const])],
  };
}
