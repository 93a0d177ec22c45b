import { AgentFault } from '../../voice/agent-adapter.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import type { ProviderFaultCode } from '../provider-faults.js';

/** What made a request to a provider fail. */
export type FaultCause = 'document' | 'key' | 'limit' | 'server' | 'network';

/** Who else may expect the same failure. */
export const CONCERNS = {
  document: 'nobody',
  key: 'nobody',
  /** A rate limit, a quota or a full queue: an account may have used up its own. */
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
  // Filters and limits of a document leave nothing of an answer.
  PROVIDER_EMPTY: 'document',
  PROVIDER_ERROR: 'server',
  // Without a status: an engine of this machine whose queue is full.
  PROVIDER_REFUSED: 'limit',
} as const satisfies Record<ProviderFaultCode, FaultCause>;

/** Other statuses of 4xx are about what was asked for: a model, a voice, options or texts. */
const OF_STATUS: Readonly<Record<number, FaultCause>> = {
  401: 'key',
  402: 'limit',
  403: 'key',
  407: 'network',
  408: 'network',
  429: 'limit',
};

/** @param error What a client of a provider threw. */
export function causeOf(error: unknown): FaultCause {
  if (!(error instanceof AgentFault)) return 'server';
  const { code, status } = error;
  if (code === 'PROVIDER_REFUSED' && status !== undefined) {
    return OF_STATUS[status] ?? (status >= 400 && status < 500 ? 'document' : 'server');
  }
  const known: Partial<Record<FaultCode, FaultCause>> = OF_CODE;
  return known[code] ?? 'server';
}
