import { OpusDecoder } from '../codecs/opus-decoder.js';
import { OpusEncoder } from '../codecs/opus-encoder.js';
import { OpusLibrary } from '../../audio/opus-library.js';
import { CallerAudio } from './caller-audio.js';
import { RTP_HEADER_BYTES, writeRtpHeader } from './rtp-packet.js';

const RATE_HZ = 16_000;
const FRAME = 320;
const WAIT_MS = 60;

/** A voice-like gliding tone with two harmonics and a varying level, 20 ms per packet. */
function voice(frames: number): Int16Array {
  let phase = 0;
  return Int16Array.from({ length: frames * FRAME }, (_, index) => {
    const seconds = index / RATE_HZ;
    phase += (2 * Math.PI * (140 + 40 * Math.sin(3 * seconds))) / RATE_HZ;
    const swell = 0.6 + 0.4 * Math.sin(7 * seconds);
    return 7_000 * swell * (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.3 * Math.sin(3 * phase));
  });
}

function encodeVoice(frames: number, expectedLossPercent = 20): Buffer[] {
  const encoder = new OpusEncoder(RATE_HZ, {
    bitrateBps: 32_000,
    effort: { complexity: 5 },
    expectedLossPercent,
    maxPlaybackRateHz: RATE_HZ,
    constantBitrate: false,
  });
  const samples = voice(frames);
  const packets = Array.from({ length: frames }, (_, index) => {
    const buffer = Buffer.alloc(1_500);
    const bytes = encoder.encode(
      samples.subarray(index * FRAME, (index + 1) * FRAME),
      buffer.subarray(RTP_HEADER_BYTES),
    );
    return rtp(index, buffer.subarray(RTP_HEADER_BYTES, RTP_HEADER_BYTES + bytes));
  });
  encoder.close();
  return packets;
}

function rtp(index: number, payload: Uint8Array): Buffer {
  const packet = Buffer.alloc(RTP_HEADER_BYTES + payload.length);
  writeRtpHeader(packet, {
    payloadType: 111,
    sequenceNumber: index,
    timestamp: index * 960,
    ssrc: 1,
    marker: false,
  });
  packet.set(payload, RTP_HEADER_BYTES);
  return packet;
}

function listen() {
  const frames: { samples: Int16Array; concealed: boolean; soundMs: number }[] = [];
  const caller = new CallerAudio({
    decoder: new OpusDecoder(RATE_HZ),
    sampleRateHz: RATE_HZ,
    latePacketWaitMs: WAIT_MS,
    onFrame: ({ samples, concealed, atMs, lateMs }) =>
      frames.push({ samples: samples.slice(), concealed, soundMs: atMs - lateMs }),
  });
  return { caller, frames };
}

/** Receives one packet per tick except those in `lost`, then waits out the last ones. */
function run(packets: readonly Buffer[], lost: ReadonlySet<number>) {
  const { caller, frames } = listen();
  for (const [index, packet] of packets.entries()) {
    if (!lost.has(index)) caller.receive(packet, index * 20);
    caller.tick(index * 20 + 10);
  }
  caller.close();
  return { frames, faults: caller.faults };
}

/** Signal-to-noise ratio against lossless audio, in dB. */
function quality(heard: readonly { samples: Int16Array }[], reference: readonly { samples: Int16Array }[]) {
  let signal = 0;
  let noise = 0;
  for (const [index, frame] of reference.entries()) {
    for (const [at, sample] of frame.samples.entries()) {
      signal += sample * sample;
      noise += (sample - (heard[index]?.samples[at] ?? 0)) ** 2;
    }
  }
  return 10 * Math.log10(signal / noise);
}

describe('CallerAudio', () => {
  const packets = encodeVoice(300);
  const clean = run(packets, new Set());
  const everyTenth = new Set(Array.from({ length: 29 }, (_, index) => 10 + index * 10));

  it('emits one frame per packet, none concealed without loss', () => {
    expect(clean.frames).toHaveLength(300);
    expect(clean.frames.some(({ concealed }) => concealed)).toBe(false);
    expect(clean.faults).toEqual({
      framesConcealed: 0,
      packetsRecovered: 0,
      packetsLate: 0,
      packetsMalformed: 0,
    });
  });

  it('emits each frame on arrival with its capture time', () => {
    const times: number[] = [];
    const caller = new CallerAudio({
      decoder: new OpusDecoder(RATE_HZ),
      sampleRateHz: RATE_HZ,
      latePacketWaitMs: WAIT_MS,
      onFrame: ({ atMs }) => times.push(Math.round(atMs)),
    });
    const arrivalsMs = [1_000, 1_020, 1_075, 1_076, 1_080];
    for (const [index, atMs] of arrivalsMs.entries()) caller.receive(packets[index] ?? Buffer.alloc(0), atMs);
    expect(times).toEqual([1_000, 1_020, 1_040, 1_060, 1_080]);
    caller.close();
  });

  it('keeps the capture time of audio that arrived after concealment', () => {
    const { caller, frames: made } = listen();
    const receive = (index: number, atMs: number) => caller.receive(packets[index] ?? Buffer.alloc(0), atMs);
    const stallFromMs = 200;
    const stallUntilMs = 600;
    for (let atMs = 20; atMs <= stallFromMs; atMs += 20) {
      receive(atMs / 20, atMs);
      caller.tick(atMs + 5);
    }
    for (let atMs = stallFromMs + 20; atMs < stallUntilMs; atMs += 20) caller.tick(atMs + 5);
    for (let madeMs = stallFromMs + 20; madeMs <= stallUntilMs; madeMs += 20)
      receive(madeMs / 20, stallUntilMs);
    caller.close();
    const received = made.filter(({ concealed }) => !concealed).map(({ soundMs }) => soundMs);
    expect(received).toHaveLength(stallUntilMs / 20);
    for (const [index, soundMs] of received.entries())
      expect(Math.abs(soundMs - (index + 1) * 20)).toBeLessThan(25);
    const madeUp = made.filter(({ concealed }) => concealed);
    expect(madeUp.length).toBeGreaterThan(10);
  });

  it('keeps the capture time of audio delayed by a process stall', () => {
    const { caller, frames } = listen();
    const receive = (madeMs: number, atMs: number) =>
      caller.receive(packets[madeMs / 20] ?? Buffer.alloc(0), atMs);
    for (let madeMs = 20; madeMs <= 200; madeMs += 20) receive(madeMs, madeMs);
    for (let madeMs = 220; madeMs <= 600; madeMs += 20) receive(madeMs, 600);
    for (let madeMs = 620; madeMs <= 800; madeMs += 20) receive(madeMs, madeMs);
    caller.close();
    expect(frames).toHaveLength(40);
    for (const [index, { soundMs }] of frames.entries())
      expect(Math.abs(soundMs - (index + 1) * 20)).toBeLessThan(15);
  });

  it('stops in the middle of a burst when a frame ends the call', () => {
    let frames = 0;
    const caller: CallerAudio = new CallerAudio({
      decoder: new OpusDecoder(RATE_HZ),
      sampleRateHz: RATE_HZ,
      latePacketWaitMs: WAIT_MS,
      onFrame: () => {
        frames += 1;
        if (frames === 3) caller.close();
      },
    });
    for (const index of [0, 2, 3, 4, 1]) caller.receive(packets[index] ?? Buffer.alloc(0), 0);
    caller.tick(20);
    expect(frames).toBe(3);
  });

  it('recovers lost packets from in-band FEC at 10 % loss', () => {
    const { frames, faults } = run(packets, everyTenth);
    // libopus adds FEC only to voice; the rest is concealed.
    expect(faults.packetsRecovered).toBeGreaterThan(10);
    expect(faults.packetsRecovered + faults.framesConcealed).toBe(everyTenth.size);

    const unprotected = encodeVoice(300, 0);
    const madeUp = run(unprotected, everyTenth);
    expect(madeUp.faults.packetsRecovered).toBe(0);
    const gainDb = quality(frames, clean.frames) - quality(madeUp.frames, run(unprotected, new Set()).frames);
    expect(gainDb).toBeGreaterThan(2);
  });

  it('conceals a burst and marks the concealed frames', () => {
    const { frames, faults } = run(packets, new Set([100, 101, 102, 103]));
    expect(frames.filter(({ concealed }) => concealed)).toHaveLength(3);
    expect(faults.packetsRecovered).toBe(1);
    expect(frames[101]?.samples.some((sample) => sample !== 0)).toBe(true);
  });

  it('goes silent after 200 ms without a packet and recovers with the caller', () => {
    const gap = new Set(Array.from({ length: 50 }, (_, index) => 100 + index));
    const { frames } = run(packets, gap);
    expect(frames[130]?.samples.every((sample) => sample === 0)).toBe(true);
    expect(frames[130]?.concealed).toBe(true);
    expect(frames[200]?.concealed).toBe(false);
    expect(quality(frames.slice(200), clean.frames.slice(200))).toBeGreaterThan(10);
  });

  it('survives packets that are not audio and counts them', () => {
    const { caller, frames } = listen();
    const garbage = [
      Buffer.alloc(0),
      Buffer.alloc(5),
      Buffer.alloc(12),
      rtp(0, new Uint8Array(0)),
      rtp(1, new Uint8Array(1_501)),
      Buffer.from([0x8f, 111, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      Buffer.from([0xb0, 111, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]),
    ];
    for (const packet of garbage) caller.receive(packet, 0);
    expect(caller.faults.packetsMalformed).toBe(garbage.length);
    let state = 1;
    for (let index = 0; index < 2_000; index += 1) {
      const payload = Uint8Array.from({ length: (index * 7) % 1_501 }, () => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        return state >>> 16;
      });
      caller.receive(rtp(index, payload), index * 20);
      caller.tick(index * 20);
    }
    expect(frames.length).toBeGreaterThan(1_900);
    expect(frames.every(({ samples }) => samples.length === FRAME)).toBe(true);
    caller.close();
  });

  it('frees its decoder and needs no more memory for the thousandth call than for the tenth', () => {
    const opus = OpusLibrary.instance();
    const statesBefore = opus.stateCount;
    for (let round = 0; round < 10; round += 1) run(packets.slice(0, 20), new Set());
    const memoryBefore = opus.memoryBytes;
    for (let round = 0; round < 1_000; round += 1) run(packets.slice(0, 3), new Set());
    expect(opus.stateCount).toBe(statesBefore);
    expect(opus.memoryBytes).toBe(memoryBefore);
  });
});
