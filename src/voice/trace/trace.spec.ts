import { DEFAULT_TURN_TAKING, turnTakingParameters, TurnDriver, type TurnEvent } from '../turns/index.js';
import { parseTrace, tracedPartsOf, recompute, type TracedPart, whatIf } from './index.js';

/** The trace a default driver writes for these timed events. */
function traceOf(events: readonly (readonly [atMs: number, event: TurnEvent])[]): TracedPart {
  const lines: string[] = [];
  let nowMs = 0;
  const driver = new TurnDriver(DEFAULT_TURN_TAKING, () => undefined, {
    nowMs: () => nowMs,
    trace: (entry) => lines.push(JSON.stringify(entry)),
  });
  for (const [atMs, event] of events) {
    nowMs = atMs;
    driver.take(event);
  }
  driver.close();
  const [part] = tracedPartsOf(parseTrace(lines));
  if (!part) throw new Error('Nothing was traced');
  return part;
}

const words = { kind: 'words-so-far', count: 4, unfinished: false, complete: true, settled: true } as const;

/** A complete question, ended by 300 ms of silence, and an utterance the caller continues. */
const QUESTION = traceOf([
  [1_100, { kind: 'caller-started', onsetMs: 1_000 }],
  [2_070, { kind: 'caller-hushed', endMs: 2_000 }],
  [2_130, { kind: 'caller-stopped', endMs: 2_000 }],
  [2_200, words],
  [2_302, { kind: 'tick' }],
  [2_310, { kind: 'turn-understood', outcome: 'words' }],
  [2_700, { kind: 'agent-started', speech: 'reply' }],
]);

const turns = (part: TracedPart, settings: Parameters<typeof turnTakingParameters>[0]) =>
  whatIf(part, turnTakingParameters(settings, part.start.parameters));

describe('voice trace', () => {
  it('replays to the same decisions', () => {
    expect(recompute(QUESTION)).toMatchObject({ steps: 7, differences: [] });
    expect(recompute(QUESTION).decisions).toBeGreaterThan(1);
  });

  it('is flagged when it differs from the decision functions', () => {
    const entries = QUESTION.entries.map((entry) =>
      entry.kind === 'step' && entry.event.kind === 'tick' ? { ...entry, decisions: [] } : entry,
    );
    expect(recompute({ ...QUESTION, entries }).differences).toMatchObject([
      { atMs: 2_302, what: 'tick', then: [] },
    ]);
  });

  it('shows when each turn would end with other settings', () => {
    expect(turns(QUESTION, { endpointing: { completeMs: 500 } })).toMatchObject([
      { isChanged: true, asItWas: { atMs: 2_300 }, otherwise: { atMs: 2_500, outcome: 'ended' } },
    ]);
    expect(turns(QUESTION, { prompts: { afterMs: 4_000 } })).toMatchObject([{ isChanged: false }]);
  });

  it('shows one turn instead of two when the caller continues', () => {
    const goesOn = traceOf([
      [1_100, { kind: 'caller-started', onsetMs: 1_000 }],
      [2_130, { kind: 'caller-stopped', endMs: 2_000 }],
      [2_502, { kind: 'tick' }],
      [2_700, { kind: 'caller-started', onsetMs: 2_600 }],
      [3_630, { kind: 'caller-stopped', endMs: 3_500 }],
      [4_001, { kind: 'tick' }],
    ]);
    const [first] = turns(goesOn, { endpointing: { minMs: 800 } });
    expect(first).toMatchObject({ asItWas: { atMs: 2_500 }, otherwise: { atMs: 4_300, speechEndMs: 3_500 } });
  });

  it('reads what former releases wrote', () => {
    const line = '{"kind":"step","event":{"kind":"own-voice-heard","match":0.8,"atMs":10},"decisions":[]}';
    expect(parseTrace([line])).toMatchObject([{ event: { kind: 'tick', atMs: 10 } }]);
  });

  it('rejects a malformed line by number', () => {
    expect(() =>
      parseTrace(['{"kind":"ear","windowMs":32,"overBackgroundDb":7}', '{"kind":"step"}']),
    ).toThrow('Line 2 of the trace is not one that this version knows.');
  });
});
