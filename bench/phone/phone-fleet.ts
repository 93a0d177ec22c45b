import dgram from 'node:dgram';
import { once } from 'node:events';
import { HeardStream, type HeardCounts } from './heard-stream.js';
import { PhoneCaller, type FleetGround, type SetUp } from './phone-caller.js';

/** The callers of the phone bench, in a process of their own, controlled by messages of the parent. */
export type PhoneFleetRequest =
  | {
      readonly kind: 'ground';
      readonly host: string;
      readonly server: FleetGround['server'];
      readonly frames: readonly Uint8Array[];
    }
  /** Adds calls at this rate per second. */
  | { readonly kind: 'call'; readonly calls: number; readonly perSecond: number }
  /** Listens on these ports, when another program makes the calls. */
  | { readonly kind: 'listen'; readonly ports: readonly number[] }
  | { readonly kind: 'count' }
  | { readonly kind: 'stop' };

export type PhoneFleetReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'called'; readonly setUps: readonly SetUp[] }
  | { readonly kind: 'listening' }
  | {
      readonly kind: 'counts';
      readonly received: number;
      readonly missing: number;
      readonly pacingMs: readonly number[];
      readonly cpuMs: number;
      /** Established calls. */
      readonly talking: number;
    };

const FRAME_MS = 20;
/** A quarter of the callers every 5 ms. */
const SLOTS = 4;

const heardPorts = new Set<number>();
const callers = new Map<string, PhoneCaller>();
const sip = dgram.createSocket({ type: 'udp4', recvBufferSize: 4_194_304 });
let ground: FleetGround | undefined;
let counts: HeardCounts = { received: 0, missing: 0, pacingMs: [] };
let cpuBefore = process.cpuUsage();

sip.on('message', (data) => {
  const text = data.toString('latin1');
  callers.get(/^Call-ID: (\S+)/im.exec(text)?.[1] ?? '')?.take(text);
});

async function prepare({
  host,
  server,
  frames,
}: Extract<PhoneFleetRequest, { kind: 'ground' }>): Promise<void> {
  sip.bind(0, host);
  await once(sip, 'listening');
  ground = { host, server, sip, frames: frames.map((frame) => Buffer.from(frame)) };
  talk();
  report({ kind: 'ready' });
}

async function call(count: number, perSecond: number): Promise<void> {
  const setUps: Promise<SetUp>[] = [];
  for (let index = 0; index < count && ground; index += 1) {
    const caller = new PhoneCaller(ground, sharedCounts);
    callers.set(caller.callId, caller);
    setUps.push(caller.setUp);
    await new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond));
  }
  report({ kind: 'called', setUps: await Promise.all(setUps) });
}

async function listen(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    if (heardPorts.has(port)) continue;
    heardPorts.add(port);
    const stream = new HeardStream(sharedCounts);
    const socket = dgram.createSocket('udp4').on('message', (packet) => stream.take(packet));
    socket.bind(port, ground?.host);
    await once(socket, 'listening');
  }
  report({ kind: 'listening' });
}

/** Counters are reset at each count, while callers continue. */
const sharedCounts: HeardCounts = {
  get received() {
    return counts.received;
  },
  set received(value) {
    counts.received = value;
  },
  get missing() {
    return counts.missing;
  },
  set missing(value) {
    counts.missing = value;
  },
  get pacingMs() {
    return counts.pacingMs;
  },
};

function talk(): void {
  const beganMs = performance.now();
  let slot = 0;
  const wake = () => {
    const due = Math.floor(((performance.now() - beganMs) * SLOTS) / FRAME_MS);
    for (; slot <= due; slot += 1) {
      let index = 0;
      for (const caller of callers.values()) if (index++ % SLOTS === slot % SLOTS) caller.talk();
    }
    setTimeout(wake, Math.max(1, beganMs + (slot * FRAME_MS) / SLOTS - performance.now()));
  };
  wake();
}

function tell(): void {
  const { user, system } = process.cpuUsage(cpuBefore);
  cpuBefore = process.cpuUsage();
  const talking = [...callers.values()].filter(({ isTalking }) => isTalking).length;
  report({ kind: 'counts', ...counts, cpuMs: (user + system) / 1_000, talking });
  counts = { received: 0, missing: 0, pacingMs: [] };
}

function report(message: PhoneFleetReport): void {
  process.send?.(message);
}

process.on('message', (request: PhoneFleetRequest) => {
  if (request.kind === 'ground') void prepare(request);
  if (request.kind === 'call') void call(request.calls, request.perSecond);
  if (request.kind === 'listen') void listen(request.ports);
  if (request.kind === 'count') tell();
  if (request.kind === 'stop') {
    for (const caller of callers.values()) caller.hangUp();
    setTimeout(() => process.exit(), 1_000);
  }
});
