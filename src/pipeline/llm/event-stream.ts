import { createParser } from 'eventsource-parser';
import { AgentFault } from '../../voice/agent-adapter.js';
import { parsed, providerFault, providerWords } from '../../providers/index.js';

/** End mark of a stream. */
const DONE = '[DONE]';

/**
 * The JSON values of a streamed answer (server-sent events), or the single one of a server that does not stream. Yields
 * undefined for invalid JSON. Ends early when the signal is aborted.
 * @throws AgentFault for an error that the server reports within the stream
 */
export async function* chunksOf(
  response: Response,
  apiKey: string | undefined,
  signal: AbortSignal,
): AsyncGenerator {
  for await (const text of textsOf(response, signal)) {
    if (text === DONE) return;
    const chunk = parsed(text);
    const failure = (chunk as { error?: unknown } | null | undefined)?.error;
    if (failure === undefined || failure === null) yield chunk;
    else throw failed(failure, apiKey);
  }
}

async function* textsOf(response: Response, signal: AbortSignal): AsyncGenerator<string> {
  try {
    if (!response.body) return;
    if (/^(?:application\/json|text\/html)\b/i.test(response.headers.get('content-type') ?? '')) {
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
    // Some servers omit the blank line after the last event.
    parser.feed('\n\n');
    yield* events;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function failed(failure: unknown, apiKey: string | undefined): AgentFault {
  const detail = providerWords(failure, [apiKey]);
  return new AgentFault(providerFault.error, 'The server failed while it answered', true, { detail });
}
