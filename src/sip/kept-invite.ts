import { isObject } from '../common/json/json-objects.js';
import type { SipProtocol } from './transport/sip-flow.js';

/** The snapshot of a pending outgoing INVITE, from which another process can cancel it (RFC 3261, 9); plain JSON. */
export interface KeptInvite {
  readonly callId: string;
  readonly requestUri: string;
  /** As in the INVITE. */
  readonly via: string;
  readonly from: string;
  readonly to: string;
  readonly routes: readonly string[];
  readonly sequence: number;
  /** The destination that it was sent to. */
  readonly way: { readonly protocol: SipProtocol; readonly address: string; readonly port: number };
}

const TEXTS = ['callId', 'requestUri', 'via', 'from', 'to'] as const;
const PROTOCOLS: readonly unknown[] = ['UDP', 'TCP', 'TLS'] satisfies SipProtocol[];

/** Undefined for invalid input. */
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

const isLine = (value: unknown): boolean => typeof value === 'string' && !/[\r\n]/.test(value);
