import { createParser } from 'eventsource-parser';
import { AgentFault } from '../../voice/agent-adapter.js';
import { type MessageCounter, providerFault } from '../../providers/index.js';

/** What marks the end of a streamed answer. */
const DONE = '[DONE]';
/** Of what a server says of its failure. */
const MAX_MESSAGE_CHARACTERS = 300;

/**
 * The JSON values of a streamed answer (server-sent events), or the one of a server that does not stream. What is no
 * JSON is counted and left out. Ends early once the signal is aborted.
 * @throws AgentFault for a failure that the server tells in the stream
 */
export async function* chunksOf(
  response: Response,
  messages: MessageCounter,
  signal: AbortSignal,
): AsyncGenerator {
  for await (const text of textsOf(response, signal)) {
    if (text === DONE) return;
    const chunk = parsed(text);
    const failure = (chunk as { error?: unknown } | null | undefined)?.error;
    if (chunk === undefined) messages.ignored();
    else if (failure === undefined || failure === null) yield chunk;
    else throw failed(failure);
  }
}

async function* textsOf(response: Response, signal: AbortSignal): AsyncGenerator<string> {
  try {
    if (!response.body) return;
    if (/^application\/json\b/i.test(response.headers.get('content-type') ?? '')) {
      yield await response.text();
      return;
    }
    const events: string[] = [];
    const parser = createParser({ onEvent: ({ data }) => events.push(data) });
    const decoder = new TextDecoder();
    for await (const bytes of response.body as AsyncIterable<Uint8Array>) {
      parser.feed(decoder.decode(bytes, { stream: true }));
      yield* events.splice(0);
    }
    // Some servers leave out the blank line after the last event.
    parser.feed('\n\n');
    yield* events;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function failed(failure: unknown): AgentFault {
  const told = (failure as { message?: unknown }).message ?? failure;
  const message = (typeof told === 'string' ? told : JSON.stringify(told)).slice(0, MAX_MESSAGE_CHARACTERS);
  return new AgentFault(providerFault.error, `The server failed: ${message}`, true);
}
