import type { NewTestSet } from '../test-sets/index.js';

/** Example calls to the demo agent, as spoken test cases that need no provider key. */
export const DEMO_TEST_SET: NewTestSet = {
  name: 'Calls',
  // Disabled, because it would run a minute of spoken dialogue at each deployment.
  enabled: false,
  mode: 'end-to-end',
  cases: [
    {
      name: 'Interrupts, is understood in noise, and hangs up',
      spoken: { voiceId: 'rms', speed: 1.1, noiseDb: -55 },
      turns: [
        {
          say: 'Where are you?',
          interruptAfterMs: 1_200,
          expect: [
            { kind: 'yielded-within', ms: 2_000 },
            { kind: 'contains', text: 'Market Street' },
          ],
        },
        {
          say: 'When are you open?',
          expect: [
            { kind: 'contains', text: 'nine in the morning' },
            { kind: 'heard-right', maxWordErrorRate: 0 },
            { kind: 'answered-within', ms: 3_000 },
            { kind: 'spoke-at-most', ms: 10_000 },
          ],
        },
        { say: 'Goodbye', expect: [{ kind: 'ends-call' }] },
      ],
    },
    {
      name: 'Coughs and keeps silent',
      spoken: {},
      turns: [
        { sound: 'cough', interruptAfterMs: 1_200, expect: [{ kind: 'did-not-stop' }] },
        { silenceMs: 2_000, expect: [{ kind: 'spoke-at-most', ms: 0 }] },
      ],
    },
    {
      name: 'Says uh-huh on a line that loses packets',
      spoken: { voiceId: 'rms', noiseDb: -60, packetLossPercent: 2 },
      turns: [
        { say: 'uh-huh', interruptAfterMs: 1_200, expect: [{ kind: 'did-not-stop' }] },
        { say: 'Where are you?', expect: [{ kind: 'contains', text: 'Market Street' }] },
      ],
    },
    {
      name: 'Presses keys on an old telephone, with music behind',
      spoken: { voiceId: 'rms', codec: 'PCMU', musicDb: -60 },
      turns: [
        { keys: '12#', expect: [{ kind: 'contains', text: "didn't catch" }] },
        {
          say: 'Where are you?',
          expect: [
            { kind: 'contains', text: 'Market Street' },
            { kind: 'lasted-at-most', ms: 60_000 },
          ],
        },
      ],
    },
  ],
};
