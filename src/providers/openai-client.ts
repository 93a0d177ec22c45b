import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import type { Outbound } from '../safe-http/index.js';
import { AgentFault } from '../voice/agent-adapter.js';
import { providerFault } from './provider-faults.js';
import { failureText, wordsWithStatus } from './provider-words.js';
import type { MessageCounter } from './provider-messages.js';
import { providerFetch } from './provider-fetch.js';

export interface OpenAiServer {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  readonly messages: MessageCounter;
  /** How to reach a server at an address that an account chose. */
  readonly outbound?: Outbound;
}

/**
 * A client without retries: the stage decides what to try next.
 * @param maxResponseBytes Limit of one response; the library itself would buffer any size.
 */
export function openAiClient(
  server: OpenAiServer,
  timeoutMs: number,
  maxResponseBytes = Number.POSITIVE_INFINITY,
): OpenAI {
  const send = providerFetch(server.outbound);
  return new OpenAI({
    baseURL: server.url,
    // The library requires a key; self-hosted servers mostly need none.
    apiKey: server.apiKey ?? 'none',
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: async (input, init = {}) => {
      const url = input instanceof Request ? input.url : input;
      const answer = await send(url, init, maxResponseBytes, endless);
      const told = answer.ok
        ? answer
        : { ...answer, text: async () => asError(await failureText(answer.body)) };
      // The library reads only these members.
      return told as unknown as Response;
    },
  });
}

/** The library only reads `error` of a response; compatible servers may report errors elsewhere. */
function asError(said: string): string {
  try {
    const { error } = JSON.parse(said) as { error?: unknown };
    if (typeof error === 'object' && error !== null) return said;
  } catch {
    // Not JSON, or truncated.
  }
  return JSON.stringify({ error: { message: said } });
}

const endless = () => new AgentFault(providerFault.flood, 'The answer does not end', false);

/** A server's reason for rejecting a request's content, with the name of the field. */
export function refusalText(error: unknown): string | undefined {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return undefined;
  return `${error.param ?? ''} ${error.message}`;
}

/**
 * Runs a request with a timeout that includes the response body; the library's own ends with the headers.
 * @throws AgentFault
 */
export async function askWithin<T>(
  timeoutMs: number,
  server: FailingServer,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await ask(signal ? AbortSignal.any([signal, late]) : late);
  } catch (error) {
    if (!late.aborted || error instanceof AgentFault) throw openAiFault(error, server);
    throw new AgentFault(providerFault.timeout, 'The server took too long', true, { cause: error });
  }
}

type FailingServer = Pick<OpenAiServer, 'messages' | 'apiKey'>;

/** Maps a library error to a fault; malformed messages are counted. */
export function openAiFault(error: unknown, { messages, apiKey }: FailingServer): AgentFault {
  const fault = faultOf(error, apiKey);
  if (fault.code === providerFault.protocol) messages.malformed();
  return fault;
}

function faultOf(error: unknown, apiKey: string | undefined): AgentFault {
  if (error instanceof AgentFault) return error;
  const options = { cause: error };
  if (error instanceof APIConnectionTimeoutError) {
    return new AgentFault(providerFault.timeout, 'The server took too long', true, options);
  }
  if (error instanceof APIConnectionError) {
    return new AgentFault(providerFault.unreachable, 'The server cannot be reached', true, options);
  }
  const status: unknown = error instanceof APIError ? error.status : undefined;
  if (typeof status === 'number') return faultOfStatus(status, error as APIError, apiKey);
  if (error instanceof SyntaxError) {
    return new AgentFault(providerFault.protocol, 'The server sent what is no JSON', true, options);
  }
  return new AgentFault(providerFault.lost, 'The connection to the server broke', true, options);
}

function faultOfStatus(status: number, error: APIError, apiKey: string | undefined): AgentFault {
  const told = { cause: error, status, detail: wordsWithStatus(status, error.error, [apiKey]) };
  if (status >= 500)
    return new AgentFault(providerFault.error, `The server failed with status ${status}`, true, told);
  const message = `The server refused with status ${status}`;
  return new AgentFault(providerFault.refused, message, status === 429, told);
}
