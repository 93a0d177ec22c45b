import { randomBytes } from 'node:crypto';
import { ClientTransaction, Grammar, type Session, Timers } from 'sip.js/lib/core/index.js';
import { AllowedMethods } from 'sip.js/lib/core/user-agent-core/allowed-methods.js';
import { leniently } from './lenient-grammar.js';

/**
 * Overrides values of the SIP.js core, which was written for WebSockets. Importing this module applies them once.
 *
 * Timers D and K stay at 0: after a digest challenge the core would mistake a late copy of the 401 for the answer to
 * its second attempt. The transport does the work of timer D.
 */
Object.assign(Timers, { TIMER_I: Timers.T4, TIMER_J: 64 * Timers.T1 });

/** Methods that get a response other than 405. */
const METHODS = ['ACK', 'BYE', 'CANCEL', 'INFO', 'INVITE', 'NOTIFY', 'OPTIONS', 'PRACK', 'UPDATE'];
AllowedMethods.splice(0, AllowedMethods.length, ...METHODS);

/** The core draws branches from only 10^7 numbers; on a collision it forgets the older call. */
const names = ClientTransaction as unknown as {
  makeId: (request: { readonly method: string; readonly branch?: string }) => string;
};
names.makeId = ({ method, branch }) =>
  method === 'CANCEL' && branch !== undefined ? branch : `z9hG4bK${randomBytes(8).toString('hex')}`;

/** The core's value for a field that cannot be parsed. */
const UNREADABLE = -1;
const numberOf = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : UNREADABLE);

/**
 * The generated grammar takes 0.13 ms even for a simple field. These five account for two thirds of an INVITE's
 * parsing.
 */
const QUICK: Readonly<Record<string, (text: string) => unknown>> = {
  Max_Forwards: numberOf,
  Content_Length: numberOf,
  Call_ID: (text) => (/^[^\s@]+(@[^\s@]+)?$/.test(text) ? text : UNREADABLE),
  CSeq: (text) => {
    const [, value, method] = /^(\d{1,10})\s+([A-Z]+)$/.exec(text) ?? [];
    return method === undefined ? UNREADABLE : { value: Number(value), method };
  },
  // The only parameter that matters is the boundary, which is parsed where it is needed.
  Content_Type: (text) => (/^[\w.+-]+\s*\/\s*[\w.+-]+\s*(;.*)?$/.test(text) ? text : undefined),
};

const thorough = leniently(Grammar.parse.bind(Grammar));
Object.assign(Grammar, {
  parse: (text: string, rule: string): unknown => QUICK[rule]?.(text) ?? thorough(text, rule),
});

/** The port in the peer's Contact, or of the last proxy in the route; undefined for the default. */
export function peerPortOf(session: Session): number | undefined {
  const routes: unknown = Reflect.get(session, 'routeSet');
  const route: unknown = Array.isArray(routes) ? routes[0] : undefined;
  if (typeof route !== 'string') return session.remoteTarget.port;
  const port = /^<?sips?:[^;>]*?:(\d{1,5})(?=[;>]|$)/i.exec(route)?.[1];
  return port === undefined ? undefined : Number(port);
}
