import { Audio, cleanup, PeerConnection, type Track } from 'node-datachannel';
import { OpusEncoder } from '../../src/media/codecs/opus-encoder.js';
import { RTP_HEADER_BYTES, writeRtpHeader } from '../../src/media/rtp/rtp-packet.js';
import { receiverReport } from '../support/receiver-report.js';

/**
 * The callers of the load bench, in a process of their own so that their processor time is counted separately.
 * Controlled by messages of the parent: `call` makes an offer, `answer` completes it, `count` reports what was
 * received, `stop` ends all.
 */

export type FleetRequest =
  | { readonly kind: 'call'; readonly id: number; readonly speaks: boolean }
  | { readonly kind: 'answer'; readonly id: number; readonly sdp: string }
  | { readonly kind: 'count' }
  | { readonly kind: 'stop' };

export type FleetReport =
  | { readonly kind: 'offer'; readonly id: number; readonly sdp: string }
  | {
      readonly kind: 'counts';
      readonly received: number;
      readonly missing: number;
      /** Callers who received something. */
      readonly hearing: readonly number[];
      readonly pacingMs: readonly number[];
      /** Processor time of the callers. */
      readonly cpuMs: number;
    };

const PAYLOAD_TYPE = 111;
const FRAME_MS = 20;
const FRAME_TICKS = 960;
const RATE_HZ = 16_000;

interface Caller {
  readonly connection: PeerConnection;
  readonly track: Track;
  readonly speaks: boolean;
  readonly ssrc: number;
  sequenceNumber: number;
  lastSequence: number | undefined;
  lastTimestamp: number;
  lastAtMs: number;
  /** Whether it received something since the last count. */
  hears: boolean;
}

const callers = new Map<number, Caller>();
const speech = encodeSpeech(500);
let received = 0;
let missing = 0;
let pacingMs: number[] = [];
let cpuBefore = process.cpuUsage();

/** Ten seconds of a gliding tone with harmonics, which costs a decoder as much as speech. */
function encodeSpeech(frames: number): Buffer[] {
  const encoder = new OpusEncoder(RATE_HZ, {
    bitrateBps: 32_000,
    effort: { complexity: 5 },
    expectedLossPercent: 10,
    maxPlaybackRateHz: RATE_HZ,
    constantBitrate: false,
  });
  let phase = 0;
  const payload = Buffer.alloc(1_500);
  const packets = Array.from({ length: frames }, (_, frame) => {
    const samples = Int16Array.from({ length: (RATE_HZ * FRAME_MS) / 1_000 }, (_, index) => {
      const seconds = frame / 50 + index / RATE_HZ;
      phase += (2 * Math.PI * (140 + 40 * Math.sin(3 * seconds))) / RATE_HZ;
      return 7_000 * (0.6 + 0.4 * Math.sin(7 * seconds)) * (Math.sin(phase) + 0.5 * Math.sin(2 * phase));
    });
    return Buffer.from(payload.subarray(0, encoder.encode(samples, payload)));
  });
  encoder.close();
  return packets;
}

function startCall(id: number, speaks: boolean): void {
  const ssrc = 1_000 + id;
  const connection = new PeerConnection(`caller ${id}`, { iceServers: [] });
  const audio = new Audio('0', 'SendRecv');
  audio.addOpusCodec(PAYLOAD_TYPE);
  audio.addSSRC(ssrc, 'load');
  const track = connection.addTrack(audio);
  const caller: Caller = {
    connection,
    track,
    speaks,
    ssrc,
    sequenceNumber: 0,
    lastSequence: undefined,
    lastTimestamp: 0,
    lastAtMs: 0,
    hears: false,
  };
  track.onMessage((packet) => receive(caller, packet));
  connection.onGatheringStateChange((state) => {
    if (state === 'complete') report({ kind: 'offer', id, sdp: offerOf(connection) });
  });
  connection.setLocalDescription();
  callers.set(id, caller);
}

/**
 * The offer; the caller opens the DTLS handshake. The other way round libdatachannel drops a ClientHello that arrives
 * just before it is ready, and sometimes fails with a `fatal I/O error`.
 */
function offerOf(connection: PeerConnection): string {
  return connection.localDescription()?.sdp.replaceAll('a=setup:actpass', 'a=setup:active') ?? '';
}

function receive(caller: Caller, packet: Buffer): void {
  const report = receiverReport(packet, caller.ssrc, caller.lastSequence ?? 0, 0);
  if (report && caller.track.isOpen()) caller.track.sendMessageBinary(report);
  if ((packet.readUInt8(1) & 0x7f) !== PAYLOAD_TYPE) return;
  const sequence = packet.readUInt16BE(2);
  const timestamp = packet.readUInt32BE(4);
  const nowMs = performance.now();
  received += 1;
  caller.hears = true;
  if (caller.lastSequence !== undefined) {
    missing += Math.max(0, ((sequence - caller.lastSequence - 1) << 16) >> 16);
    const dueMs = ((timestamp - caller.lastTimestamp) >>> 0) / 48;
    pacingMs.push(Math.abs(nowMs - caller.lastAtMs - dueMs));
  }
  caller.lastSequence = sequence;
  caller.lastTimestamp = timestamp;
  caller.lastAtMs = nowMs;
}

/** One timer for all callers, a quarter of them every 5 ms. */
function startTalking(): void {
  const buffer = Buffer.alloc(1_500);
  const startedAtMs = performance.now();
  let slot = 0;
  const wake = () => {
    const due = Math.floor((performance.now() - startedAtMs) / 5);
    for (; slot <= due; slot += 1) {
      for (const [id, caller] of callers) {
        if (!caller.speaks || id % 4 !== slot % 4 || !caller.track.isOpen()) continue;
        const payload = speech[caller.sequenceNumber % speech.length] ?? Buffer.alloc(0);
        writeRtpHeader(buffer, {
          payloadType: PAYLOAD_TYPE,
          sequenceNumber: caller.sequenceNumber,
          timestamp: caller.sequenceNumber * FRAME_TICKS,
          ssrc: caller.ssrc,
          marker: false,
        });
        payload.copy(buffer, RTP_HEADER_BYTES);
        caller.sequenceNumber += 1;
        const packet = buffer.subarray(0, RTP_HEADER_BYTES + payload.length);
        if (caller.track.isOpen()) caller.track.sendMessageBinary(packet);
      }
    }
    setTimeout(wake, Math.max(1, startedAtMs + slot * 5 - performance.now()));
  };
  wake();
}

function reportCounts(): void {
  const { user, system } = process.cpuUsage(cpuBefore);
  const hearing = [...callers].filter(([, { hears }]) => hears).map(([id]) => id);
  report({ kind: 'counts', received, missing, hearing, pacingMs, cpuMs: (user + system) / 1_000 });
  for (const caller of callers.values()) caller.hears = false;
  received = 0;
  missing = 0;
  pacingMs = [];
  cpuBefore = process.cpuUsage();
}

function report(message: FleetReport): void {
  process.send?.(message);
}

process.on('message', (message: FleetRequest) => {
  switch (message.kind) {
    case 'call':
      startCall(message.id, message.speaks);
      break;
    case 'answer':
      callers.get(message.id)?.connection.setRemoteDescription(message.sdp, 'answer');
      break;
    case 'count':
      reportCounts();
      break;
    case 'stop':
      for (const { track, connection } of callers.values()) {
        track.close();
        connection.close();
      }
      cleanup();
      process.exit();
  }
});

// The parent may die without a message.
process.on('disconnect', () => process.exit());

startTalking();
