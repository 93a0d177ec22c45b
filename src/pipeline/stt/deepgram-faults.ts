import { providerFault, type ProviderFaultCode } from '../../providers/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';

export const silent = () => new AgentFault(providerFault.timeout, 'Deepgram sent nothing', true);

/** Matches error texts of `ws`, which provides no codes. */
export function faultAtConnect(cause: Error): AgentFault {
  if (cause.message === 'Opening handshake has timed out') return fault(providerFault.timeout, cause);
  const [, status] = /^Unexpected server response: (\d{3})$/.exec(cause.message) ?? [];
  if (status === undefined) return fault(providerFault.unreachable, cause);
  const code = status.startsWith('4') ? providerFault.refused : providerFault.error;
  return fault(code, cause, { status: Number(status), detail: `HTTP ${status}` });
}

export const fault = (
  code: ProviderFaultCode,
  cause: unknown,
  told: { readonly status?: number; readonly detail?: string } = {},
): AgentFault => new AgentFault(code, 'Deepgram failed', true, { cause, ...told });
