import { callerSounds } from './caller-sounds.js';
import type { RecordedExchange } from '../recorded/recorded-call.js';

const RATE_HZ = 16_000;
const BEGAN_AT = new Date('2026-11-23T10:00:00Z');

/** Speech in these ranges of seconds, over background noise. */
function heard(seconds: number, ...stretches: readonly (readonly [number, number])[]): Int16Array {
  return Int16Array.from({ length: seconds * RATE_HZ }, (_, at) => {
    const second = at / RATE_HZ;
    const speaks = stretches.some(([from, to]) => second >= from && second < to);
    return (speaks ? 6_000 : 20) * Math.sin(at / 5);
  });
}

const said = (text: string, untilSecond: number): RecordedExchange => ({
  ...{ said: text, saidUntil: new Date(BEGAN_AT.getTime() + untilSecond * 1_000), cutsOff: false },
  ...{ replies: ['Yes.'], tools: [] },
});
const GREETING: RecordedExchange = {
  ...{ said: undefined, saidUntil: undefined, cutsOff: false },
  ...{ replies: ['Hello.'], tools: [] },
};

function soundsOf(caller: Int16Array, agent: Int16Array, ...exchanges: readonly RecordedExchange[]) {
  const sound = { caller, agent, sampleRateHz: RATE_HZ };
  const found = callerSounds({ exchanges: [GREETING, ...exchanges] }, sound, BEGAN_AT);
  return found?.map((pieces) =>
    pieces.map(({ samples, interruptAfterMs }) => ({
      ...{ seconds: Math.round((samples.length / RATE_HZ) * 10) / 10 },
      interruptAfterMs,
    })),
  );
}

describe('audio of a recorded caller', () => {
  it('ends when its words were transcribed, without surrounding silence', () => {
    const caller = heard(10, [2, 3], [3.4, 4], [7, 7.5]);
    const agent = heard(10, [0, 1.5], [5, 6.5]);
    expect(soundsOf(caller, agent, said('Hello there', 4.8), said('Bye', 8.3))).toEqual([
      [],
      [{ seconds: 2.2, interruptAfterMs: undefined }],
      [{ seconds: 0.7, interruptAfterMs: undefined }],
    ]);
  });

  it('interrupts the agent where it did in the recording', () => {
    const pieces = soundsOf(heard(6, [2, 3]), heard(6, [1, 2.5]), said('Wait', 4));
    expect(pieces?.[1]).toEqual([{ seconds: 1.2, interruptAfterMs: 900 }]);
  });

  it('is split when the caller mumbled over the agent before its turn', () => {
    const pieces = soundsOf(heard(8, [2, 2.3], [5, 6]), heard(8, [1, 4]), said('And then?', 7));
    expect(pieces?.[1]).toEqual([
      { seconds: 0.5, interruptAfterMs: 900 },
      { seconds: 1.2, interruptAfterMs: undefined },
    ]);
  });

  it('is missing for recorded words that were typed or muted', () => {
    expect(soundsOf(heard(6, [2, 3]), heard(6, [0, 1]), said('One', 4), said('12#', 5))).toBeUndefined();
  });
});
