import { AgentFault } from '../../voice/agent-adapter.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import type { ProviderFaultCode } from '../provider-faults.js';

export type FaultCause = 'document' | 'key' | 'limit' | 'server' | 'network';

/** Who can expect the same failure. */
export const CONCERNS = {
  document: 'nobody',
  key: 'nobody',
  /** A rate limit, a quota or a full queue: one account may have exhausted its own. */
  limit: 'account',
  server: 'everybody',
  network: 'everybody',
} as const satisfies Record<FaultCause, 'nobody' | 'account' | 'everybody'>;

const OF_CODE = {
  PROVIDER_UNREACHABLE: 'network',
  PROVIDER_TIMEOUT: 'network',
  PROVIDER_LOST: 'network',
  PROVIDER_PROTOCOL: 'server',
  PROVIDER_FLOOD: 'server',
  // The document's filters and limits leave nothing of an answer.
  PROVIDER_EMPTY: 'document',
  PROVIDER_ERROR: 'server',
  // No status: a local engine whose queue is full.
  PROVIDER_REFUSED: 'limit',
} as const satisfies Record<ProviderFaultCode, FaultCause>;

/** Other 4xx statuses concern the request: a model, a voice, options or texts. */
const OF_STATUS: Readonly<Record<number, FaultCause>> = {
  401: 'key',
  402: 'limit',
  403: 'key',
  407: 'network',
  408: 'network',
  429: 'limit',
};

/** @param error Thrown by a provider client. */
export function causeOf(error: unknown): FaultCause {
  if (!(error instanceof AgentFault)) return 'server';
  const { code, status } = error;
  if (code === 'PROVIDER_REFUSED' && status !== undefined) {
    return OF_STATUS[status] ?? (status >= 400 && status < 500 ? 'document' : 'server');
  }
  const known: Partial<Record<FaultCode, FaultCause>> = OF_CODE;
  return known[code] ?? 'server';
}
