import type { Outbound } from '../../safe-http/index.js';
import type { MessageCounter } from '../../providers/index.js';
import type { RealtimeDialect } from './protocol/server-event.js';

/** A Realtime server, and what it is asked for. */
export interface RealtimeTarget {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly modelId: string;
  readonly dialect: RealtimeDialect | 'auto';
  readonly messages: MessageCounter;
  /** Guarded connections, for a server address chosen by an account. */
  readonly outbound?: Outbound;
}

/** The WebSocket URL of the target: `http` becomes `ws`, and the model is added unless the URL has one. */
export function realtimeUrl(target: RealtimeTarget): string {
  const url = new URL(target.url.replace(/^http/, 'ws'));
  if (!url.searchParams.has('model')) url.searchParams.set('model', target.modelId);
  return url.href;
}

/** The beta requires this header; the general dialect rejects it. */
export function handshakeHeaders(target: RealtimeTarget): Record<string, string> {
  return {
    ...(target.apiKey !== undefined && { authorization: `Bearer ${target.apiKey}` }),
    ...(target.dialect === 'beta' && { 'openai-beta': 'realtime=v1' }),
  };
}
