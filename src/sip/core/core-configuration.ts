import { randomBytes } from 'node:crypto';
import { LoggerFactory, URI, type UserAgentCoreConfiguration } from 'sip.js/lib/core/index.js';
import { bracketed } from '../transport/local-addresses.js';
import type { SipFlow } from '../transport/sip-flow.js';
import { DigestLogin } from '../digest/digest-login.js';
import type { Login } from '../sip-call.js';

/** Extension for acknowledged provisional responses (RFC 3262). */
export const RELIABLE = '100rel';
export const SUPPORTED_EXTENSIONS: ReadonlySet<string> = new Set(['timer', RELIABLE, 'replaces']);

/** State that the core queries while it builds a message. */
export interface CoreContext {
  readonly agentName: string;
  /** The flow of the current task. */
  flow(): SipFlow | undefined;
  /** The credentials of the request behind the current response. */
  login(): Login | undefined;
}

export type CoreContact = UserAgentCoreConfiguration['contact'];

/** Our address as reachable by the peer of the current flow. */
export function contactOf(context: CoreContext): CoreContact {
  const uri = (): URI => {
    const flow = context.flow();
    if (!flow) return new URI('sip', 'earshot', 'localhost');
    const { protocol, local } = flow;
    const parameters: Record<string, string> =
      protocol === 'UDP' ? {} : { transport: protocol.toLowerCase() };
    return new URI('sip', 'earshot', bracketed(local.host), local.port, parameters);
  };
  return {
    get uri() {
      return uri();
    },
    pubGruu: undefined,
    tempGruu: undefined,
    toString: () => `<${uri().toString()}>`,
  };
}

/** Configures the SIP.js core for many numbers and peers: it queries address and transport for each message. */
export function coreConfiguration(context: CoreContext, contact: CoreContact): UserAgentCoreConfiguration {
  const loggerFactory = new LoggerFactory();
  loggerFactory.builtinEnabled = false;
  return {
    aor: new URI('sip', 'earshot', 'localhost'),
    contact,
    displayName: '',
    loggerFactory,
    hackViaTcp: false,
    routeSet: [],
    sipjsId: randomBytes(4).toString('hex'),
    supportedOptionTags: [...SUPPORTED_EXTENSIONS],
    supportedOptionTagsResponse: [...SUPPORTED_EXTENSIONS],
    userAgentHeaderFieldValue: context.agentName,
    viaForceRport: true,
    get viaHost() {
      const local = context.flow()?.local;
      return local ? `${bracketed(local.host)}:${local.port}` : 'localhost';
    },
    authenticationFactory: () => {
      const login = context.login();
      return login && new DigestLogin(loggerFactory, login);
    },
    transportAccessor: () => {
      const flow = context.flow();
      if (!flow) throw new Error('a SIP message was made outside of a flow');
      return flow;
    },
  };
}
