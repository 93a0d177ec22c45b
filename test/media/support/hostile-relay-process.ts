// A process that forwards everything between a caller and the server, and on request floods the server with the
// caller's address.
import { createSocket } from 'node:dgram';
import { UdpRelay } from '../../support/udp-relay.js';
import { hostileSrtp, hostileStun, isMedia } from './hostile-packets.js';

export type FloodKind = 'srtp' | 'stun';

export type HostileRequest =
  | { readonly kind: 'relay'; readonly serverPort: number }
  | {
      readonly kind: 'flood';
      readonly with: FloodKind;
      readonly packetsPerSecond: number;
      readonly seconds: number;
    };

export type HostileReport =
  | { readonly kind: 'relaying'; readonly port: number }
  | { readonly kind: 'flooded'; readonly sent: number; readonly elapsedMs: number };

const REMEMBERED = 200;
const TICK_MS = 2;
/** STUN requests also come from this many other addresses. */
const STRANGERS = 50;

const heard: Buffer[] = [];
const strangers = Array.from({ length: STRANGERS }, () => createSocket('udp4'));
let relay: UdpRelay | undefined;
let serverPort = 0;

process.on('message', (request: HostileRequest) => void serve(request));
// The parent may die without notice.
process.on('disconnect', () => process.exit());

async function serve(request: HostileRequest): Promise<void> {
  if (request.kind === 'flood') return flood(request.with, request.packetsPerSecond, request.seconds);
  ({ serverPort } = request);
  relay = await UdpRelay.create(serverPort);
  relay.onClientPacket = (packet) => {
    if (heard.length < REMEMBERED && isMedia(packet)) heard.push(Buffer.from(packet));
  };
  report({ kind: 'relaying', port: relay.port });
}

/** Sends as many packets as are due, even when the timer is late. */
function flood(kind: FloodKind, packetsPerSecond: number, seconds: number): void {
  const total = packetsPerSecond * seconds;
  const startedAtMs = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(total, ((performance.now() - startedAtMs) * packetsPerSecond) / 1_000);
    for (; sent < due; sent += 1) send(kind, sent);
    if (sent < total) return;
    clearInterval(timer);
    report({ kind: 'flooded', sent, elapsedMs: performance.now() - startedAtMs });
  }, TICK_MS);
}

function send(kind: FloodKind, index: number): void {
  if (kind === 'srtp') relay?.forge(hostileSrtp(index, heard));
  else if (index % 2 === 0) relay?.forge(hostileStun());
  else strangers[index % STRANGERS]?.send(hostileStun(), serverPort, '127.0.0.1');
}

function report(message: HostileReport): void {
  process.send?.(message);
}
