import type { AudioEncoder } from '../codecs/codec.js';
import { AgentAudio } from './agent-audio.js';
import { parseRtp, type RtpPacket } from './rtp-packet.js';

const FRAME = 320;

/** Not a fake Opus: shows which samples a packet was made from. */
class FirstSampleEncoder implements AudioEncoder {
  readonly clockRateHz = 48_000;
  closed = false;

  encode(frame: Int16Array, payload: Uint8Array): number {
    payload[0] = frame[0] ?? 0;
    payload[1] = frame.at(-1) ?? 0;
    payload[2] = frame.length / FRAME;
    return 3;
  }

  close(): void {
    this.closed = true;
  }
}

function agentAudio(maxQueuedMs = 1_000, maySend?: () => boolean, packetFrames?: () => number) {
  const packets: RtpPacket[] = [];
  const encoder = new FirstSampleEncoder();
  const audio = new AgentAudio({
    encoder,
    sampleRateHz: 16_000,
    payloadType: 111,
    maxQueuedMs,
    send: (packet) => {
      const parsed = parseRtp(Buffer.from(packet));
      if (parsed) packets.push(parsed);
    },
    maySend,
    packetFrames,
  });
  return { audio, packets, encoder };
}

const samples = (count: number, value = 1) => new Int16Array(count).fill(value);

describe('AgentAudio', () => {
  it('sends only a keep-alive every 2 s while there is nothing to say', () => {
    const { audio, packets } = agentAudio();
    for (let frame = 0; frame < 500; frame += 1) audio.tick(frame);
    expect(packets).toHaveLength(5);
    expect(packets.every(({ marker }) => !marker)).toBe(true);
  });

  it('buffers audio on hold and resumes in real time where it stopped', () => {
    const { audio, packets } = agentAudio();
    audio.tick(0);
    audio.write(Int16Array.from({ length: FRAME * 6 }, (_, at) => 1 + Math.floor(at / FRAME)));
    audio.tick(1);
    audio.hold(true);
    audio.write(samples(FRAME, 7));
    for (let frame = 2; frame < 300; frame += 1) audio.tick(frame);
    const before = packets.filter(({ payload }) => payload[0] !== 0).length;
    expect(audio.silentForMs).toBeGreaterThan(5_000);
    audio.hold(false);
    for (let frame = 300; frame < 310; frame += 1) audio.tick(frame);
    const spoken = packets.filter(({ payload }) => payload[0] !== 0);
    expect(before).toBeLessThan(4);
    expect(spoken.map(({ payload }) => payload[0])).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const [last, first] = [spoken[before - 1], spoken[before]];
    expect(((first?.timestamp ?? 0) - (last?.timestamp ?? 0)) >>> 0).toBeGreaterThan(297 * 960);
  });

  it('sends one frame per tick, three silent frames at the end, and marks the first after a pause', () => {
    const { audio, packets } = agentAudio();
    audio.write(samples(FRAME * 2));
    for (let frame = 0; frame < 10; frame += 1) audio.tick(frame);
    expect(packets.map(({ payload }) => payload[0])).toEqual([1, 1, 0, 0, 0]);
    expect(packets.map(({ marker }) => marker)).toEqual([true, false, false, false, false]);
    audio.write(samples(FRAME));
    audio.tick(10);
    expect(packets.at(-1)).toMatchObject({ marker: true });
  });

  it('sends the first packet after silence immediately and stays one frame ahead until the talkspurt ends', () => {
    const { audio, packets } = agentAudio();
    for (let frame = 0; frame < 10; frame += 1) audio.tick(frame);
    packets.length = 0;
    audio.write(samples(FRAME * 3));
    expect(packets.map(({ payload, marker }) => [payload[0], marker])).toEqual([[1, true]]);
    for (let frame = 10; frame < 20; frame += 1) audio.tick(frame);
    expect(packets.map(({ payload }) => payload[0])).toEqual([1, 1, 1, 0, 0, 0]);
    const [first, ...others] = packets.map(({ timestamp }) => timestamp);
    expect(others.map((timestamp) => (timestamp - (first ?? 0)) >>> 0)).toEqual([
      960, 1920, 2880, 3840, 4800,
    ]);
    audio.write(samples(FRAME * 2));
    expect(packets).toHaveLength(7);
    expect(((packets[6]?.timestamp ?? 0) - (first ?? 0)) >>> 0).toBe(10 * 960);
  });

  it('sends nothing before the clock starts, nor a partial frame', () => {
    const { audio, packets } = agentAudio();
    audio.write(samples(FRAME * 3));
    expect(packets).toEqual([]);
    const other = agentAudio();
    for (let frame = 0; frame < 10; frame += 1) other.audio.tick(frame);
    other.packets.length = 0;
    other.audio.write(samples(FRAME));
    expect(other.packets).toEqual([]);
  });

  it('counts packets in sequence numbers and real time in timestamps, across pauses and stalls', () => {
    const { audio, packets } = agentAudio();
    audio.write(samples(FRAME));
    audio.tick(0);
    audio.write(samples(FRAME));
    audio.tick(7);
    const [first, second] = packets;
    expect(((second?.sequenceNumber ?? 0) - (first?.sequenceNumber ?? 0)) & 0xffff).toBe(1);
    expect(((second?.timestamp ?? 0) - (first?.timestamp ?? 0)) >>> 0).toBe(7 * 960);
  });

  it('waits one tick for the rest of a partial frame', () => {
    const { audio, packets } = agentAudio();
    audio.tick(0);
    packets.length = 0;
    audio.write(samples(100));
    audio.tick(1);
    audio.write(samples(FRAME - 100));
    audio.tick(2);
    expect(packets).toHaveLength(1);
    expect(packets[0]?.payload[1]).toBe(1);
  });

  it('pads a partial frame with silence when nothing follows', () => {
    const { audio, packets } = agentAudio();
    audio.tick(0);
    packets.length = 0;
    audio.write(samples(100));
    audio.tick(1);
    audio.tick(2);
    expect([...(packets[0]?.payload ?? [])]).toEqual([1, 0, 1]);
    expect(audio.queuedMs).toBe(0);
  });

  it('reaches a mark once all audio written before it was sent', () => {
    const { audio } = agentAudio();
    const reached: number[] = [];
    audio.write(samples(FRAME));
    audio.mark(() => reached.push(1));
    audio.write(samples(FRAME));
    audio.mark(() => reached.push(2));
    audio.tick(0);
    expect(reached).toEqual([1]);
    audio.tick(1);
    expect(reached).toEqual([1, 2]);
  });

  it('reports sent and dropped audio since the last clear, and discards marks', () => {
    const { audio, packets } = agentAudio();
    const reached: number[] = [];
    audio.write(samples(FRAME * 10));
    audio.mark(() => reached.push(1));
    for (let frame = 0; frame < 4; frame += 1) audio.tick(frame);
    expect(audio.clear()).toEqual({ sentMs: 80, droppedMs: 120 });
    expect(audio.clear()).toEqual({ sentMs: 0, droppedMs: 0 });
    for (let frame = 4; frame < 8; frame += 1) audio.tick(frame);
    expect(reached).toEqual([]);
    audio.write(samples(FRAME, 9));
    audio.mark(() => reached.push(2));
    audio.tick(8);
    expect(packets.at(-1)?.payload[0]).toBe(9);
    expect(reached).toEqual([2]);
    expect(audio.clear()).toEqual({ sentMs: 20, droppedMs: 0 });
  });

  it('drops overflow, newest first, and counts it', () => {
    const { audio, packets } = agentAudio(40);
    audio.write(samples(FRAME * 2));
    audio.write(samples(FRAME, 7));
    expect(audio.overflowMs).toBe(20);
    for (let frame = 0; frame < 2; frame += 1) audio.tick(frame);
    expect(packets.map(({ payload }) => payload[0])).toEqual([1, 1]);
  });

  it('sends nothing while muted, and discards earlier audio', () => {
    let mayIt = true;
    const { audio, packets } = agentAudio(1_000, () => mayIt);
    audio.write(samples(FRAME * 20));
    for (let frame = 0; frame < 3; frame += 1) audio.tick(frame);
    mayIt = false;
    for (let frame = 3; frame < 300; frame += 1) {
      audio.tick(frame);
      // Starts sending on write when allowed.
      audio.write(samples(FRAME * 4));
    }
    expect(packets.map(({ payload }) => payload[0])).toEqual([1, 1, 1]);
    audio.tick(300);
    mayIt = true;
    for (let frame = 301; frame < 500; frame += 1) audio.tick(frame);
    expect(packets.slice(3).every(({ payload, marker }) => payload[0] === 0 && !marker)).toBe(true);
    audio.write(samples(FRAME * 2, 9));
    expect(packets.at(-1)).toMatchObject({ marker: true });
  });

  describe('with several frames per packet', () => {
    const numbered = (frames: number) =>
      Int16Array.from({ length: frames * FRAME }, (_, at) => 1 + at / FRAME);
    const sizes = (packets: readonly RtpPacket[]) => packets.map(({ payload }) => payload[2]);

    it('sends available frames in one packet stamped with the first, and the next once it has played', () => {
      const { audio, packets } = agentAudio(1_000, undefined, () => 2);
      audio.write(numbered(5));
      const sentAfter = [];
      for (let frame = 0; frame < 6; frame += 1) {
        audio.tick(frame);
        sentAfter.push(packets.length);
      }
      expect(sentAfter).toEqual([1, 1, 2, 2, 3, 4]);
      expect(packets.map(({ payload }) => [...payload])).toEqual([
        [1, 2, 2],
        [3, 4, 2],
        [5, 5, 1],
        [0, 0, 1],
      ]);
      const [first] = packets;
      expect(packets.map(({ timestamp }) => (timestamp - (first?.timestamp ?? 0)) >>> 0)).toEqual([
        0, 1920, 3840, 4800,
      ]);
    });

    it('sends the first frame of a talkspurt alone, and one per packet once room runs out', () => {
      let room = 3;
      const { audio, packets } = agentAudio(1_000, undefined, () => room);
      for (let frame = 0; frame < 10; frame += 1) audio.tick(frame);
      packets.length = 0;
      audio.write(numbered(8));
      for (let frame = 10; frame < 13; frame += 1) audio.tick(frame);
      room = 1;
      for (let frame = 13; frame < 16; frame += 1) audio.tick(frame);
      expect(sizes(packets)).toEqual([1, 3, 1, 1, 1]);
      expect(packets.map(({ marker }) => marker)).toEqual([true, false, false, false, false]);
    });

    it('never waits more than one frame to fill a packet', () => {
      const { audio, packets } = agentAudio(1_000, undefined, () => 3);
      audio.tick(0);
      packets.length = 0;
      audio.write(samples(FRAME + 100));
      audio.tick(1);
      audio.write(samples(FRAME * 2 - 100));
      audio.tick(2);
      expect(sizes(packets)).toEqual([1, 2]);
    });

    it('counts frames of a sent packet as sent on clear, and reports each at its own time', () => {
      const { audio, packets } = agentAudio(1_000, undefined, () => 2);
      audio.write(numbered(6));
      for (let frame = 0; frame < 3; frame += 1) audio.tick(frame);
      expect(audio.clear()).toEqual({ sentMs: 80, droppedMs: 40 });
      audio.tick(3);
      expect(packets).toHaveLength(2);
      audio.tick(4);
      expect(packets.at(-1)?.payload[0]).toBe(0);
    });
  });

  it('accepts nothing after close and frees its encoder', () => {
    const { audio, encoder } = agentAudio();
    audio.close();
    audio.close();
    audio.write(samples(FRAME));
    expect(audio.queuedMs).toBe(0);
    expect(encoder.closed).toBe(true);
  });
});
