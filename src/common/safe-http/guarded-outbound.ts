import { Agent as HttpAgent, type ClientRequestArgs } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Agent, type Dispatcher, fetch as undiciFetch } from 'undici';
import { AddressRefusedError, createGuardedConnector, toNodeLookup } from './guarded-connector.js';
import { createDnsLookup, type HostLookup, systemLookup } from './host-lookup.js';
import { type LeanFetch, leanFetchOver } from './lean-fetch.js';
import { isPublicAddress } from './public-address.js';
import type { NetworkPolicy } from './target-url.js';

/** Outbound connections for libraries that talk to an address that a stranger chose. */
export interface Outbound {
  /** As the global one, to public addresses only, and without following redirects. */
  readonly fetch: typeof globalThis.fetch;
  /** The same without web streams, for what is asked in each turn of a call. */
  readonly leanFetch: LeanFetch;
  /** The agent for a WebSocket client. */
  socketAgent(url: string): HttpAgent;
}

type Connected = (error: Error | null, socket: Duplex) => void;
type Options = ClientRequestArgs & { readonly host?: string | null };

/** Guarded connections for libraries, under the rules that `SafeHttpClient` has for single requests. */
export class GuardedOutbound implements Outbound {
  readonly leanFetch: LeanFetch;
  private readonly dispatcher: Dispatcher;
  private readonly plain: HttpAgent;
  private readonly secure: HttpsAgent;

  constructor(policy: NetworkPolicy, lookup?: HostLookup) {
    const names = lookup ?? (policy.allowPrivateNetworks ? systemLookup : createDnsLookup());
    this.dispatcher = new Agent({ connect: createGuardedConnector(policy, names), pipelining: 1 });
    this.leanFetch = leanFetchOver(this.dispatcher);
    const options = { lookup: toNodeLookup(policy, names) };
    this.plain = guarded(new HttpAgent(options), policy);
    this.secure = guarded(new HttpsAgent(options), policy);
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    // Whole, and with its length: a form that is sent in pieces is not understood by every server.
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const response = await undiciFetch(request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body,
      signal: init?.signal ?? undefined,
      redirect: 'manual',
      dispatcher: this.dispatcher,
    });
    const { status, statusText } = response;
    const headers = Object.fromEntries(response.headers);
    return new Response(response.body as ReadableStream<Uint8Array> | null, { status, statusText, headers });
  };

  socketAgent(url: string): HttpAgent {
    return /^(wss|https):/i.test(url) ? this.secure : this.plain;
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
    this.plain.destroy();
    this.secure.destroy();
  }
}

/** No name is looked up for an address that stands in the URL itself, so it is checked here. */
function guarded<A extends HttpAgent>(agent: A, policy: NetworkPolicy): A {
  if (policy.allowPrivateNetworks) return agent;
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options: Options, callback?: Connected) => {
    const host = (options.host ?? '').replace(/^\[|\]$/g, '');
    if (isIP(host) === 0 || isPublicAddress(host)) return connect(options, callback);
    callback?.(new AddressRefusedError(), new Socket());
    return undefined;
  };
  return agent;
}
