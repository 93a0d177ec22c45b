import type { types } from 'mediasoup';

const LOG_LEVELS: readonly types.WorkerLogLevel[] = ['debug', 'warn', 'error', 'none'];
const LOG_TAGS: readonly types.WorkerLogTag[] = [
  'info',
  'ice',
  'dtls',
  'rtp',
  'srtp',
  'rtcp',
  'rtx',
  'bwe',
  'score',
  'simulcast',
  'svc',
  'sctp',
  'message',
];

export function workerLogLevel(text: string): types.WorkerLogLevel {
  return LOG_LEVELS.find((level) => level === text) ?? 'error';
}

/** @throws Error for a tag that the worker does not know */
export function workerLogTags(texts: readonly string[]): types.WorkerLogTag[] {
  return texts.map((text) => {
    const tag = LOG_TAGS.find((known) => known === text);
    if (!tag) throw new Error(`MEDIA_LOG_TAGS: ${text} is none of ${LOG_TAGS.join(', ')}`);
    return tag;
  });
}

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
