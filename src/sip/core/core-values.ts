import { randomBytes } from 'node:crypto';
import { ClientTransaction, Grammar, Timers } from 'sip.js/lib/core/index.js';
import { AllowedMethods } from 'sip.js/lib/core/user-agent-core/allowed-methods.js';
import { leniently } from './lenient-grammar.js';

/**
 * What SIP.js' core has other values for, since it was written for WebSockets. Applied once, by being imported.
 *
 * Timers D and K stay at 0: after a digest challenge the core would take a late copy of the 401 for the answer to its
 * second try. What D is for is done by the transport.
 */
Object.assign(Timers, { TIMER_I: Timers.T4, TIMER_J: 64 * Timers.T1 });

/** What is answered with something else than 405. */
const METHODS = ['ACK', 'BYE', 'CANCEL', 'INFO', 'INVITE', 'NOTIFY', 'OPTIONS', 'PRACK', 'UPDATE'];
AllowedMethods.splice(0, AllowedMethods.length, ...METHODS);

/** The core draws branches from 10^7 numbers, and forgets the older of two calls that draw the same. */
const names = ClientTransaction as unknown as {
  makeId: (request: { readonly method: string; readonly branch?: string }) => string;
};
names.makeId = ({ method, branch }) =>
  method === 'CANCEL' && branch !== undefined ? branch : `z9hG4bK${randomBytes(8).toString('hex')}`;

/** What the core takes for a field that it can't read. */
const UNREADABLE = -1;
const numberOf = (text: string): number => (/^\d{1,10}$/.test(text) ? Number(text) : UNREADABLE);

/** The generated grammar takes 0.13 ms for a field, however simple. These five are two thirds of an INVITE's. */
const QUICK: Readonly<Record<string, (text: string) => unknown>> = {
  Max_Forwards: numberOf,
  Content_Length: numberOf,
  Call_ID: (text) => (/^[^\s@]+(@[^\s@]+)?$/.test(text) ? text : UNREADABLE),
  CSeq: (text) => {
    const [, value, method] = /^(\d{1,10})\s+([A-Z]+)$/.exec(text) ?? [];
    return method === undefined ? UNREADABLE : { value: Number(value), method };
  },
  // Of its parameters one matters, the boundary, and that is looked for where it is needed.
  Content_Type: (text) => (/^[\w.+-]+\s*\/\s*[\w.+-]+\s*(;.*)?$/.test(text) ? text : undefined),
};

const thorough = leniently(Grammar.parse.bind(Grammar));
Object.assign(Grammar, {
  parse: (text: string, rule: string): unknown => QUICK[rule]?.(text) ?? thorough(text, rule),
});
