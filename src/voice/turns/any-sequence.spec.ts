import fc from 'fast-check';
import {
  DEFAULT_TURN_TAKING,
  initialTurnTaking,
  nextDeadlineMs,
  step,
  type TurnTakingEvent,
} from './index.js';

describe('turn-taking under any sequence of events', () => {
  /**
   * Events without their time, which the script gives them; a voice is found 40 ms after it began and 100 ms after it
   * ended.
   */
  const anyEvent = fc.record({
    afterMs: fc.integer({ min: 0, max: 4_000 }),
    what: fc.constantFrom(
      { kind: 'caller-started', sinceMs: 40 } as const,
      { kind: 'caller-stopped', sinceMs: 100 } as const,
      { kind: 'caller-fading', sinceMs: 40 } as const,
      { kind: 'caller-hushed', sinceMs: 70 } as const,
      { kind: 'caller-went-on' } as const,
      { kind: 'caller-heard', sinceMs: 20 } as const,
      { kind: 'caller-heard', sinceMs: 2_000 } as const,
      { kind: 'words-so-far', count: 0, unfinished: false } as const,
      { kind: 'words-so-far', count: 2, unfinished: false } as const,
      { kind: 'words-so-far', count: 3, unfinished: true } as const,
      { kind: 'words-so-far', count: 4, unfinished: false, settled: true } as const,
      { kind: 'words-seen', count: 1, meaning: 'backchannel', margin: 0 } as const,
      { kind: 'words-seen', count: 2, meaning: 'words', margin: 4 } as const,
      { kind: 'words-seen', count: 2, meaning: 'hold', margin: 4 } as const,
      { kind: 'overlap-heard', interruption: 4 } as const,
      { kind: 'overlap-heard', interruption: -4 } as const,
      { kind: 'turn-understood', outcome: 'words' } as const,
      { kind: 'turn-understood', outcome: 'backchannel' } as const,
      { kind: 'turn-understood', outcome: 'hold' } as const,
      { kind: 'turn-understood', outcome: 'nothing' } as const,
      { kind: 'agent-started', speech: 'greeting' } as const,
      { kind: 'agent-started', speech: 'reply' } as const,
      { kind: 'agent-started', speech: 'prompt' } as const,
      { kind: 'agent-finished' } as const,
      { kind: 'greeting-due' } as const,
      { kind: 'agent-silent' } as const,
      { kind: 'tick' } as const,
    ),
  });
  type What = (typeof anyEvent extends fc.Arbitrary<infer Event> ? Event : never)['what'];
  const eventAt = (what: What, atMs: number): TurnTakingEvent => {
    if (what.kind === 'caller-started') return { kind: what.kind, atMs, onsetMs: atMs - what.sinceMs };
    if (what.kind === 'caller-hushed' || what.kind === 'caller-fading')
      return { kind: what.kind, atMs, endMs: atMs - what.sinceMs };
    if (what.kind === 'caller-stopped') return { kind: what.kind, atMs, endMs: atMs - what.sinceMs };
    if (what.kind === 'caller-heard') return { kind: what.kind, atMs, untilMs: atMs - what.sinceMs };
    if (what.kind === 'overlap-heard') {
      const { kind, interruption } = what;
      const notDirected = interruption > 0 ? 0 : 0.9;
      const evidence = { sinceOnsetMs: 400, interruption, notDirected, backchannel: 0, tic: 0 };
      return { kind, atMs, evidence };
    }
    return { ...what, atMs };
  };
  const anyParameters = fc
    .record({
      interruptions: fc.boolean(),
      judgesOverlaps: fc.boolean(),
      seesWords: fc.boolean(),
      greetingInterruptible: fc.boolean(),
      interruptionMinMs: fc.integer({ min: 0, max: 1_000 }),
      interruptionMinWords: fc.integer({ min: 0, max: 3 }),
      falseInterruptionMs: fc.constantFrom(0, 500, 2_000),
      earlyNeedsWords: fc.boolean(),
      asideResumeMs: fc.constantFrom(0, 160),
      hangUpAfterSilenceMs: fc.constantFrom(0, 30_000),
    })
    .map((some) => ({ ...DEFAULT_TURN_TAKING, ...some }));

  it('pairs turn starts and ends, replies early only in silence, pauses only a speaking agent, and keeps its deadline ahead', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), anyParameters, (script, parameters) => {
        let state = initialTurnTaking(0);
        let nowMs = 0;
        let open = false;
        let hungUp = false;
        let gain = 1;
        let early = false;
        for (const { afterMs, what } of script) {
          nowMs += afterMs;
          const next = step(state, eventAt(what, nowMs), parameters);
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
            if (decision.kind === 'begin-early') {
              expect(open && !early).toBe(true);
              early = true;
            }
            if (decision.kind === 'abandon-early') {
              expect(early).toBe(true);
              early = false;
            }
            if (decision.kind === 'end-turn') early = false;
            if (decision.kind === 'pause-agent') expect(parameters.interruptions).toBe(true);
            if (decision.kind === 'hang-up') hungUp = true;
            if (decision.kind === 'set-gain') gain = decision.gain;
          }
          state = next.state;
          if (state.agent !== 'speaking') expect(gain).toBe(1);
          expect(state.early).toBe(early);
          if (early) expect([state.agent, open]).toEqual(['silent', true]);
          const dueMs = nextDeadlineMs(state, parameters) ?? nowMs + 1;
          expect(dueMs).toBeGreaterThan(nowMs);
          // A timer would fire at once.
          expect(dueMs).toBeLessThan(Infinity);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
