import {
  DEFAULT_TURN_TAKING,
  initialTurnTaking,
  nextDeadlineMs,
  step,
  type TurnTakingEvent,
  type TurnTakingParameters,
} from './index.js';

const parameters: TurnTakingParameters = { ...DEFAULT_TURN_TAKING, judgesOverlaps: true };
const ONSET_MS = 1_000;

const started: TurnTakingEvent = { kind: 'caller-started', atMs: ONSET_MS + 70, onsetMs: ONSET_MS };
/** The agent's echo hides all but the first 100 ms. */
const stopped: TurnTakingEvent = { kind: 'caller-stopped', atMs: ONSET_MS + 230, endMs: ONSET_MS + 100 };
const sounds = (sinceOnsetMs: number, interruption: number, backchannel = 0): TurnTakingEvent => ({
  kind: 'overlap-heard',
  atMs: ONSET_MS + sinceOnsetMs,
  evidence: { sinceOnsetMs, interruption, backchannel, notDirected: 0, tic: 0 },
});

/** Decisions about a voice over the agent, in ms from its onset. */
function decided(events: readonly TurnTakingEvent[]): string[] {
  let state = initialTurnTaking(0);
  const log: string[] = [];
  const take = (event: TurnTakingEvent) => {
    const { state: next, decisions } = step(state, event, parameters);
    state = next;
    log.push(
      ...decisions.flatMap(({ kind }) => (kind === 'set-gain' ? [] : `${event.atMs - ONSET_MS} ${kind}`)),
    );
  };
  take({ kind: 'agent-started', atMs: 0, speech: 'reply' });
  for (const event of events) {
    for (let due = nextDeadlineMs(state, parameters); due !== undefined && due < event.atMs;) {
      take({ kind: 'tick', atMs: due });
      due = nextDeadlineMs(state, parameters);
    }
    take(event);
  }
  return log;
}

const later: TurnTakingEvent = { kind: 'tick', atMs: ONSET_MS + 2_000 };

describe('short voice over the agent', () => {
  it('still interrupts by a later acoustic verdict', () => {
    const heard = [started, sounds(200, 0.5), stopped, sounds(400, 0.8), sounds(600, 3)];
    expect(decided(heard).slice(0, 3)).toEqual(['70 begin-turn', '600 pause-agent', '600 overlap-judged']);
  });

  it('changes nothing after 700 ms of analysis', () => {
    const heard = [started, sounds(200, -2, 0.9), stopped, sounds(690, -2, 0.9), later, sounds(2_100, 3)];
    expect(decided(heard)).toEqual(['70 begin-turn', '700 end-turn', '700 overlap-judged']);
  });

  it('ends with its silence when it is as long as a word', () => {
    const word: TurnTakingEvent = { kind: 'caller-stopped', atMs: ONSET_MS + 430, endMs: ONSET_MS + 300 };
    expect(decided([started, sounds(200, -2, 0.9), word, later])).toEqual([
      '70 begin-turn',
      '550 end-turn',
      '550 overlap-judged',
    ]);
  });

  it('ends with its silence without acoustic analysis', () => {
    expect(decided([started, stopped, later])).toEqual([
      '70 begin-turn',
      '350 end-turn',
      '350 overlap-judged',
    ]);
  });
});
