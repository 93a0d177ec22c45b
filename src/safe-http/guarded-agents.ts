import {
  Agent as HttpAgent,
  type ClientRequest,
  type ClientRequestArgs,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AddressRefusedError, toNodeLookup } from './guarded-connector.js';
import type { HostLookup } from './host-lookup.js';
import { mayReach, type NetworkPolicy } from './network-policy.js';

type Connected = (error: Error | null, socket: Duplex) => void;
type Options = ClientRequestArgs & { readonly host?: string | null };

/** How long an idle connection is kept, in milliseconds, whatever the server suggests. */
const IDLE_MS = 4_000;

/**
 * Node's own connections to untrusted addresses: undici treats an unexpected `100 Continue` as a fault, and has no
 * agents for WebSockets.
 */
export class GuardedAgents {
  private readonly plain: HttpAgent;
  private readonly secure: HttpsAgent;

  constructor(policy: NetworkPolicy, lookup: HostLookup) {
    const options = (isPlain: boolean) => ({
      ...{ lookup: toNodeLookup(policy, lookup, isPlain), keepAlive: true, autoSelectFamily: true },
      timeout: IDLE_MS,
    });
    this.plain = guarded(new HttpAgent(options(true)), policy, true);
    this.secure = guarded(new HttpsAgent(options(false)), policy, false);
  }

  of(url: string | URL): HttpAgent {
    return /^(wss|https):/i.test(String(url)) ? this.secure : this.plain;
  }

  /** @throws TypeError for an invalid header. */
  request(
    url: URL,
    options: {
      readonly method: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly signal?: AbortSignal;
    },
  ): ClientRequest {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return send(url, { ...options, agent: this.of(url) });
  }

  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }
}

/** An IP address in the URL is not resolved, so it is checked here. */
function guarded<A extends HttpAgent>(agent: A, policy: NetworkPolicy, isPlain: boolean): A {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options: Options, callback?: Connected) => {
    const host = (options.host ?? '').replace(/^\[|\]$/g, '');
    if (isIP(host) === 0 || mayReach(host, policy, isPlain)) return connect(options, callback);
    callback?.(new AddressRefusedError(), new Socket());
    return undefined;
  };
  return agent;
}
