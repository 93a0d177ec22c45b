import {
  DEFAULT_TURN_TAKING,
  initialTurnTaking,
  nextDeadlineMs,
  step,
  type TurnTakingEvent,
  type TurnTakingState,
} from './index.js';

const ENDPOINTING_MS = 500;
const parameters = { ...DEFAULT_TURN_TAKING, endpointingMinMs: ENDPOINTING_MS };

/** A caller who spoke for a second and was processed until 100 ms later. */
const spoke: readonly TurnTakingEvent[] = [
  { kind: 'caller-started', atMs: 40, onsetMs: 0 },
  { kind: 'caller-stopped', atMs: 1_130, endMs: 1_000 },
  { kind: 'caller-heard', atMs: 1_130, untilMs: 1_100 },
];

function take(events: readonly TurnTakingEvent[], from: TurnTakingState = initialTurnTaking(0)) {
  let state = from;
  const decided = events.flatMap((event) => {
    const next = step(state, event, parameters);
    state = next.state;
    return next.decisions.map(({ kind }) => kind);
  });
  return { state, decided };
}

describe('silence of the caller', () => {
  it("ends the turn in time while the caller's audio arrives", () => {
    const events: TurnTakingEvent[] = [...spoke, { kind: 'caller-heard', atMs: 1_480, untilMs: 1_450 }];
    const { state, decided } = take(events);
    expect(decided).toEqual(['begin-turn']);
    expect(nextDeadlineMs(state, parameters)).toBe(1_000 + ENDPOINTING_MS);
    expect(take([{ kind: 'tick', atMs: 1_500 }], state).decided).toEqual(['end-turn']);
  });

  it('does not end the turn while audio is unprocessed: a late voice belongs to the same turn', () => {
    const { state, decided } = take([
      ...spoke,
      { kind: 'tick', atMs: 1_500 },
      { kind: 'caller-started', atMs: 1_900, onsetMs: 1_300 },
      { kind: 'caller-stopped', atMs: 2_030, endMs: 1_900 },
      { kind: 'caller-heard', atMs: 2_030, untilMs: 2_010 },
    ]);
    expect(decided).toEqual(['begin-turn']);
    expect(take([{ kind: 'caller-heard', atMs: 2_390, untilMs: 2_380 }], state).decided).toEqual([]);
  });

  it('does not count when the process stalled right before its end', () => {
    const { state } = take([...spoke, { kind: 'caller-heard', atMs: 1_480, untilMs: 1_450 }]);
    const { decided } = take([{ kind: 'caller-started', atMs: 2_000, onsetMs: 1_470 }], state);
    expect(decided).toEqual([]);
  });

  it('ends the turn at once when it was processed, even if late', () => {
    const { state } = take([...spoke, { kind: 'tick', atMs: 1_900 }]);
    expect(take([{ kind: 'caller-heard', atMs: 1_900, untilMs: 1_880 }], state).decided).toEqual([
      'end-turn',
    ]);
  });

  it('ends the turn a second later when no more audio arrives', () => {
    const { state, decided } = take([...spoke, { kind: 'tick', atMs: 2_400 }]);
    expect(decided).toEqual(['begin-turn']);
    expect(nextDeadlineMs(state, parameters)).toBe(1_000 + ENDPOINTING_MS + 1_000);
    expect(take([{ kind: 'tick', atMs: 2_500 }], state).decided).toEqual(['end-turn']);
  });
});
