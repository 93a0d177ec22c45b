import type { Agent as HttpAgent, IncomingMessage } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { Agent, type Dispatcher } from 'undici';
import { contentDecoders } from './content-decoding.js';
import { GuardedAgents } from './guarded-agents.js';
import { createGuardedConnector } from './guarded-connector.js';
import { createDnsLookup, type HostLookup, systemLookup } from './host-lookup.js';
import { type LeanFetch, leanFetchOver } from './lean-fetch.js';
import type { NetworkPolicy } from './network-policy.js';

/** Outbound connections for libraries, to untrusted addresses. */
export interface Outbound {
  /** As the global one, to allowed addresses only, without following redirects. */
  readonly fetch: typeof globalThis.fetch;
  /** The same without web streams, for requests in each turn of a call. */
  readonly leanFetch: LeanFetch;
  /** The agent for a WebSocket client. */
  socketAgent(url: string): HttpAgent;
}

/** Guarded connections for libraries, under the same rules as `SafeHttpClient`. */
export class GuardedOutbound implements Outbound {
  readonly leanFetch: LeanFetch;
  private readonly dispatcher: Dispatcher;
  private readonly agents: GuardedAgents;

  constructor(policy: NetworkPolicy, lookup?: HostLookup) {
    const names = lookup ?? (policy.allowPrivateNetworks === true ? systemLookup : createDnsLookup());
    this.dispatcher = new Agent({ connect: createGuardedConnector(policy, names), pipelining: 1 });
    this.leanFetch = leanFetchOver(this.dispatcher);
    this.agents = new GuardedAgents(policy, names);
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const { url, method, headers, body, signal } = new Request(input, init);
    // Sent whole, with its length: not every server understands chunked bodies.
    const whole = body ? Buffer.from(await new Response(body).arrayBuffer()) : undefined;
    const request = this.agents.request(new URL(url), {
      method,
      headers: Object.fromEntries(headers),
      signal,
    });
    return await new Promise((resolve, reject) => {
      const answered = (answer: IncomingMessage) => {
        try {
          resolve(asResponse(answer));
        } catch (error) {
          // A status or header that the Fetch standard cannot represent.
          answer.destroy();
          reject(error instanceof Error ? error : new TypeError('The answer cannot be read'));
        }
      };
      request
        .on('response', answered)
        .on('upgrade', (_answer, socket) => {
          socket.destroy();
          reject(new TypeError('The server switched to another protocol'));
        })
        .on('error', reject)
        .end(whole);
    });
  };

  socketAgent(url: string): HttpAgent {
    return this.agents.of(url);
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
    this.agents.close();
  }
}

function asResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 500, statusMessage: statusText = '' } = answer;
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(answer.headers)) {
    for (const one of [value].flat()) headers.append(name, one);
  }
  const decoders = contentDecoders(answer.headers['content-encoding']) ?? [];
  const whole = decoders.length === 0 ? answer : pipeline([answer, ...decoders], () => undefined);
  const hasBody = ![101, 204, 205, 304].includes(status);
  if (!hasBody) answer.resume();
  const body = hasBody ? (Readable.toWeb(whole as Readable) as ReadableStream<Uint8Array>) : null;
  return new Response(body, { status, statusText, headers });
}
