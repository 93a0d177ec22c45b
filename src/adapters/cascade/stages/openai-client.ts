import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';

import { AgentFault } from '../../agent-adapter.js';
import { providerFault } from '../../providers/index.js';

export interface OpenAiServer {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly model: string;
}

/** A client without retries of its own: what to try next is decided by the stage. */
export function openAiClient(server: OpenAiServer, timeoutMs: number): OpenAI {
  return new OpenAI({
    baseURL: server.url,
    // The library insists on a key; servers of one's own mostly want none.
    apiKey: server.apiKey ?? 'none',
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
  });
}

/** What an error of the library means. */
export function openAiFault(error: unknown): AgentFault {
  if (error instanceof AgentFault) return error;
  const options = { cause: error };
  if (error instanceof APIConnectionTimeoutError) {
    return new AgentFault(providerFault.timeout, 'The server took too long', true, options);
  }
  if (error instanceof APIConnectionError) {
    return new AgentFault(providerFault.unreachable, 'The server can not be reached', true, options);
  }
  const status = error instanceof APIError ? error.status : undefined;
  if (typeof status === 'number' && status < 500) {
    return new AgentFault(
      providerFault.refused,
      `The server refused with status ${status}`,
      status === 429,
      options,
    );
  }
  if (typeof status === 'number') {
    return new AgentFault(providerFault.error, `The server failed with status ${status}`, true, options);
  }
  if (error instanceof SyntaxError) {
    return new AgentFault(providerFault.protocol, 'The server sent what is no JSON', true, options);
  }
  return new AgentFault(providerFault.lost, 'The connection to the server broke', true, options);
}
