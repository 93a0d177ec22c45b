import { loadResampler, meanEnergy, OpusLibrary } from '../../audio/index.js';
import { MediaClock } from '../rtp/media-clock.js';
import { LocalCall } from './local-call.js';
import { LossyLine } from './lossy-line.js';

const RATE_HZ = 16_000;
const SECONDS = 4;
const audio = {
  latePacketWaitMs: 60,
  speechQueueMaxMs: 10_000,
  packetMs: 20,
  coding: {
    bitrateBps: 32_000,
    effort: { complexity: 1 },
    expectedLossPercent: 10,
    protectFromLossPercent: 1,
  },
};

const tone = (hz: number, atSample: number, length: number, rateHz: number) =>
  Int16Array.from({ length }, (_, at) => 8_000 * Math.sin((2 * Math.PI * hz * (atSample + at)) / rateHz));

/** A four-second call, run as fast as possible. */
async function call(codec: 'opus' | 'PCMU', lossPercent: number, keys = '') {
  OpusLibrary.instance();
  await loadResampler();
  const clock = new MediaClock((error) => {
    throw error;
  });
  const heard = { agent: 0, caller: 0, frames: 0, keys: '' };
  let said = 0;
  const local = new LocalCall(
    {
      ...{
        codec,
        lossPercent,
        callerRateHz: RATE_HZ,
        inputSampleRateHz: 24_000,
        outputSampleRateHz: RATE_HZ,
      },
      caller: {
        speak: () => tone(400, 320 * said++, 320, RATE_HZ),
        hear: ({ samples }) => void (heard.caller += meanEnergy(samples)),
      },
    },
    { clock, audio, onClosed: () => undefined },
  );
  local.listen({
    callerFrame: ({ samples }) => {
      heard.frames++;
      heard.agent += meanEnergy(samples);
    },
    callerKey: (key) => void (heard.keys += key),
  });
  clock.stop();
  local.speech.write(tone(300, 0, SECONDS * RATE_HZ, RATE_HZ));
  if (keys !== '') void local.pressKeys(keys);
  const frames = SECONDS * 50;
  for (let frame = 0; frame < frames; frame++) local.tick(frame, frame * 20);
  local.close();
  return { ...heard, agent: heard.agent / frames, caller: heard.caller / frames };
}

const TONE_ENERGY = (8_000 / 32_768) ** 2 / 2;

describe('in-process call', () => {
  it.each([
    ['opus', 0],
    ['PCMU', 0],
    ['opus', 10],
  ] as const)('carries both sides by %s with %d %% packet loss', async (codec, loss) => {
    const heard = await call(codec, loss);
    expect(heard.frames).toBeGreaterThanOrEqual(SECONDS * 50 - 10);
    for (const energy of [heard.agent, heard.caller]) {
      expect(energy).toBeGreaterThan(TONE_ENERGY / 2);
      expect(energy).toBeLessThan(TONE_ENERGY * 2);
    }
  });

  it('delivers each key once, also with packet loss', async () => {
    expect((await call('opus', 0, '12#')).keys).toBe('12#');
    expect((await call('PCMU', 20, '0123456789')).keys).toBe('0123456789');
  });

  it('releases its codecs', async () => {
    const before = OpusLibrary.instance().stateCount;
    await call('opus', 0);
    expect(OpusLibrary.instance().stateCount).toBe(before);
  });
});

describe('simulated line', () => {
  it.each([0, 5, 30])('loses %d of a hundred packets, reproducibly', (percent) => {
    const lost = () => {
      const line = new LossyLine(percent);
      let arrived = '';
      for (let at = 0; at < 20_000; at++) {
        const before = arrived;
        line.carry(Buffer.alloc(0), () => (arrived += '1'));
        if (arrived === before) arrived += '0';
      }
      return arrived;
    };
    const share = lost().split('0').length - 1;
    expect(Math.abs(share / 20_000 - percent / 100)).toBeLessThan(0.015);
    expect(lost()).toBe(lost());
  });
});
