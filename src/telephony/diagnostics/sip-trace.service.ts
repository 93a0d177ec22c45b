import dgram from 'node:dgram';
import { isIPv6 } from 'node:net';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import { AppConfig, ConfigError } from '../../common/config/index.js';
import type { SeenMessage } from '../../sip/index.js';
import { TrunkDirectory } from '../trunks/trunk-directory.js';
import { maskMessage } from './mask-message.js';
import { SipNotes } from './sip-notes.service.js';
import { hepPacketOf } from './trace/hep.js';
import type { TracedMessage } from './trace/traced-message.js';

const MAX_CALLS = 20_000;
/** Messages not yet assigned to a trunk: the first INVITE and the challenge to it. */
const MAX_UNKNOWN = 200;
const UNKNOWN_FOR_MS = 10_000;

/**
 * Keeps messages of traced trunks and sends all messages to a HEP collector. The trunk is found by Call-ID once the
 * sender has proven it, because carriers serve many accounts from one address.
 */
@Injectable()
export class SipTrace implements OnApplicationShutdown {
  private readonly owners = new LRUCache<string, readonly string[]>(atMost(MAX_CALLS));
  private unknown: TracedMessage[] = [];
  private socket: dgram.Socket | undefined;
  private readonly collector: ReturnType<typeof collectorOf>;

  constructor(
    private readonly directory: TrunkDirectory,
    private readonly notes: SipNotes,
    private readonly config: AppConfig,
  ) {
    this.collector = collectorOf(config.telephony.hepAddress);
  }

  onApplicationShutdown(): void {
    this.socket?.close();
    this.socket = undefined;
  }

  /** Assigns the messages of a call, registration or OPTIONS request to trunks. */
  owns(callId: string, trunkIds: readonly string[]): void {
    this.owners.set(callId, trunkIds);
    const of = this.unknown.filter((message) => message.callId === callId);
    if (of.length === 0) return;
    this.unknown = this.unknown.filter((message) => message.callId !== callId);
    for (const message of of) this.keep(message, trunkIds);
  }

  /** Never throws. */
  see(message: SeenMessage): void {
    if (!this.collector && !this.directory.tracesAny()) return;
    const traced = tracedOf(message);
    this.tell(traced);
    const owners = this.owners.get(traced.callId);
    if (owners) return this.keep(traced, owners);
    const sinceMs = Date.now() - UNKNOWN_FOR_MS;
    this.unknown = this.unknown.filter(({ at }) => at.getTime() >= sinceMs).slice(1 - MAX_UNKNOWN);
    this.unknown.push(traced);
  }

  private keep(message: TracedMessage, trunkIds: readonly string[]): void {
    for (const trunkId of trunkIds) {
      if (!this.directory.isTraced(trunkId)) continue;
      const { at, callId, isSent, protocol, from, to, text } = message;
      const places = {
        fromAddress: from.address,
        fromPort: from.port,
        toAddress: to.address,
        toPort: to.port,
      };
      this.notes.add({
        ...{ trunkId, kind: 'message', callId, at },
        details: { isSent, protocol, ...places, text },
      });
    }
  }

  private tell(message: TracedMessage): void {
    const { collector } = this;
    if (!collector) return;
    const { hepId: id, hepKey: key } = this.config.telephony;
    this.socket ??= newSocket(collector.host);
    this.socket.send(hepPacketOf(message, { id, key }), collector.port, collector.host, () => undefined);
  }
}

/** @throws ConfigError unless it is an address with a port */
function collectorOf(
  address: string | undefined,
): { readonly host: string; readonly port: number } | undefined {
  if (address === undefined) return undefined;
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(address) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65_535) {
    throw new ConfigError(['SIP_HEP_ADDRESS: write it as homer.example.com:9060 or [2001:db8::9]:9060']);
  }
  return { host, port: Number(port) };
}

function newSocket(host: string): dgram.Socket {
  const socket = dgram.createSocket(isIPv6(host) ? 'udp6' : 'udp4').unref();
  socket.on('error', () => undefined);
  return socket;
}

function tracedOf({ text, isSent, flow: { protocol, address, port, local } }: SeenMessage): TracedMessage {
  const [ours, theirs] = [
    { address: local.host, port: local.port },
    { address, port },
  ];
  return {
    ...{ at: new Date(), isSent, protocol, text: maskMessage(text) },
    from: isSent ? ours : theirs,
    to: isSent ? theirs : ours,
    callId: /^(?:call-id|i)[ \t]*:[ \t]*([^\r\n]{1,200})/im.exec(text)?.[1]?.trim() ?? '',
  };
}
