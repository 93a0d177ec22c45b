import fc from 'fast-check';
import { DEFAULT_TURN_TAKING, initialTurnTaking, nextDeadlineMs, step } from './index.js';
import { words, understood, speaks, finished } from '../../../test/support/turn-taking-events.js';

describe('turn-taking under any sequence of events', () => {
  const anyEvent = fc.record({
    afterMs: fc.integer({ min: 0, max: 4_000 }),
    make: fc.constantFrom(
      (atMs: number) => ({ kind: 'caller-started', atMs, onsetMs: atMs - 40 }) as const,
      (atMs: number) => ({ kind: 'caller-stopped', atMs, endMs: atMs - 100 }) as const,
      (atMs: number) => words(atMs, 0),
      (atMs: number) => words(atMs, 2),
      (atMs: number) => words(atMs, 3, true),
      (atMs: number) => understood(atMs, 'words'),
      (atMs: number) => understood(atMs, 'backchannel'),
      (atMs: number) => understood(atMs, 'nothing'),
      (atMs: number) => speaks(atMs, 'greeting'),
      (atMs: number) => speaks(atMs),
      (atMs: number) => speaks(atMs, 'prompt'),
      finished,
      (atMs: number) => ({ kind: 'agent-silent', atMs }) as const,
      (atMs: number) => ({ kind: 'tick', atMs }) as const,
    ),
  });
  const anyParameters = fc
    .record({
      interruptions: fc.boolean(),
      greetingInterruptible: fc.boolean(),
      interruptionMinMs: fc.integer({ min: 0, max: 1_000 }),
      interruptionMinWords: fc.integer({ min: 0, max: 3 }),
      falseInterruptionMs: fc.constantFrom(0, 500, 2_000),
      asideResumeMs: fc.constantFrom(0, 160),
      hangUpAfterSilenceMs: fc.constantFrom(0, 30_000),
    })
    .map((some) => ({ ...DEFAULT_TURN_TAKING, ...some }));

  it('opens and closes turns in pairs, pauses only who speaks, and always has its next deadline ahead', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), anyParameters, (script, parameters) => {
        let state = initialTurnTaking(0);
        let nowMs = 0;
        let open = false;
        let hungUp = false;
        for (const { afterMs, make } of script) {
          nowMs += afterMs;
          const next = step(state, make(nowMs), parameters);
          for (const decision of next.decisions) {
            expect(hungUp).toBe(false);
            if (decision.kind === 'begin-turn') {
              expect(open).toBe(false);
              open = true;
            }
            if (decision.kind === 'end-turn' || decision.kind === 'discard-turn') {
              expect(open).toBe(true);
              open = false;
            }
            if (decision.kind === 'pause-agent') expect(parameters.interruptions).toBe(true);
            if (decision.kind === 'hang-up') hungUp = true;
          }
          state = next.state;
          expect(nextDeadlineMs(state, parameters) ?? Infinity).toBeGreaterThan(nowMs);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
