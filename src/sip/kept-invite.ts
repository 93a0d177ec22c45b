import type { SipProtocol } from './transport/sip-flow.js';

/** An INVITE of ours that waits for its final response, as another process takes it back (RFC 3261, 9); plain JSON. */
export interface KeptInvite {
  readonly callId: string;
  readonly requestUri: string;
  /** As the INVITE has them. */
  readonly via: string;
  readonly from: string;
  readonly to: string;
  readonly routes: readonly string[];
  readonly sequence: number;
  /** Where it was sent. */
  readonly way: { readonly protocol: SipProtocol; readonly address: string; readonly port: number };
}

const TEXTS = ['callId', 'requestUri', 'via', 'from', 'to'] as const;
const PROTOCOLS: readonly unknown[] = ['UDP', 'TCP', 'TLS'] satisfies SipProtocol[];

/** Undefined for what is none. */
export function parseKeptInvite(value: unknown): KeptInvite | undefined {
  if (!isObject(value) || !isObject(value['way']) || !Array.isArray(value['routes'])) return undefined;
  const { way, routes, sequence } = value;
  const isSound =
    TEXTS.every((name) => isLine(value[name])) &&
    routes.every(isLine) &&
    Number.isSafeInteger(sequence) &&
    PROTOCOLS.includes(way['protocol']) &&
    isLine(way['address']) &&
    Number.isSafeInteger(way['port']);
  return isSound ? (value as unknown as KeptInvite) : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isLine = (value: unknown): boolean => typeof value === 'string' && !/[\r\n]/.test(value);
