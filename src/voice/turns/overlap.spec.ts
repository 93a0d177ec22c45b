import {
  DEFAULT_TURN_TAKING,
  initialTurnTaking,
  type Meaning,
  nextDeadlineMs,
  step,
  type TurnTakingDecision,
  type TurnTakingEvent,
  type TurnTakingParameters,
} from './index.js';

const parameters: TurnTakingParameters = {
  ...DEFAULT_TURN_TAKING,
  judgesOverlaps: true,
  noInputPromptMs: 0,
  hangUpAfterSilenceMs: 0,
};

const ONSET_MS = 1_000;

interface Sound {
  readonly interruption?: number;
  readonly notDirected?: number;
  readonly backchannel?: number;
}

const started: TurnTakingEvent = { kind: 'caller-started', atMs: ONSET_MS + 70, onsetMs: ONSET_MS };
const stopped = (endMs: number): TurnTakingEvent => ({ kind: 'caller-stopped', atMs: endMs + 130, endMs });
const words = (atMs: number, count: number, meaning?: Meaning): TurnTakingEvent => ({
  kind: 'words-so-far',
  atMs,
  count,
  unfinished: false,
  meaning,
});
const seen = (atMs: number, meaning: Meaning, margin: number, count = 2): TurnTakingEvent => ({
  kind: 'words-seen',
  atMs,
  count,
  meaning,
  margin,
});
const sounds = (sinceOnsetMs: number, sound: Sound): TurnTakingEvent => ({
  kind: 'overlap-heard',
  atMs: ONSET_MS + sinceOnsetMs,
  evidence: { sinceOnsetMs, interruption: -2, notDirected: 0, backchannel: 0, tic: 0, ...sound },
});
/** The same sound every 100 ms. */
const soundsLike = (sound: Sound, fromMs: number, untilMs: number) =>
  Array.from({ length: (untilMs - fromMs) / 100 + 1 }, (_, index) => sounds(fromMs + 100 * index, sound));

/** What is decided while the agent speaks from 0 ms on. */
const decided = (events: readonly TurnTakingEvent[], some?: Partial<TurnTakingParameters>) =>
  run(events, some).log;

function run(events: readonly TurnTakingEvent[], some: Partial<TurnTakingParameters> = {}) {
  const chosen = { ...parameters, ...some };
  let state = initialTurnTaking(0);
  const log: string[] = [];
  const take = (event: TurnTakingEvent) => {
    const next = step(state, event, chosen);
    state = next.state;
    log.push(...next.decisions.map((decision) => `${event.atMs} ${describeDecision(decision)}`));
  };
  take({ kind: 'agent-started', atMs: 0, speech: 'reply' });
  for (const event of events) {
    for (let due = nextDeadlineMs(state, chosen); due !== undefined && due < event.atMs;) {
      take({ kind: 'tick', atMs: due });
      due = nextDeadlineMs(state, chosen);
    }
    take(event);
  }
  return { log, state };
}

function describeDecision(decision: TurnTakingDecision): string {
  if (decision.kind === 'set-gain') return decision.gain < 1 ? 'softer' : 'as loud as ever';
  if (decision.kind !== 'overlap-judged') return decision.kind;
  return `${decision.overlap.verdict} by ${decision.overlap.reason} after ${decision.overlap.afterMs}`;
}

const later: TurnTakingEvent = { kind: 'tick', atMs: 5_000 };

describe('voice over the agent', () => {
  it('ducks the agent at once, and pauses it when the acoustic verdict is an interruption', () => {
    expect(decided([started, sounds(200, {}), sounds(400, { interruption: 3 })])).toEqual([
      '1070 begin-turn',
      '1070 softer',
      '1400 pause-agent',
      '1400 interruption by sound after 400',
      '1400 as loud as ever',
    ]);
  });

  it('is not judged as an interruption before enough audio', () => {
    expect(decided([started, sounds(150, { interruption: 9 })])).toEqual(['1070 begin-turn', '1070 softer']);
  });

  it('that is a backchannel only ducks the agent until it ends', () => {
    const events = [started, ...soundsLike({ backchannel: 0.9 }, 100, 400), stopped(ONSET_MS + 400), later];
    expect(decided(events)).toEqual([
      '1070 begin-turn',
      '1070 softer',
      '1530 as loud as ever',
      '1650 end-turn',
      '1650 backchannel by sound after 650',
    ]);
  });

  it('interrupts by a request in words, regardless of the acoustic verdict', () => {
    const events = [started, sounds(300, { backchannel: 0.9 }), words(1_350, 1)];
    expect(decided(events)).toContain('1350 interruption by words after 350');
  });

  it('does not interrupt by words without a request, regardless of the acoustic verdict', () => {
    const surely = sounds(400, { interruption: 9 });
    for (const meaning of ['backchannel', 'go-on'] as const) {
      expect(decided([started, words(1_250, 1, meaning), surely])).not.toContain('1400 pause-agent');
    }
  });

  it('interrupts after a second if the acoustic verdict permits, and always after three', () => {
    const even = { interruption: -0.1 };
    expect(decided([started, ...soundsLike(even, 100, 1_000)])).toContain(
      '2000 interruption by length after 1000',
    );
    expect(decided([started, ...soundsLike({}, 100, 2_900)]).join()).not.toContain('by length');
    expect(decided([started, ...soundsLike({}, 100, 3_000)])).toContain(
      '4000 interruption by length after 3000',
    );
  });

  it('does not interrupt when it ended earlier', () => {
    const ended = decided([started, ...soundsLike({}, 100, 800), stopped(ONSET_MS + 800), later]);
    expect(ended).not.toContain('1000 pause-agent');
    expect(ended.at(-1)).toBe('2050 unclear by none after 1050');
  });

  it('is discarded when not directed at the agent', () => {
    const events = [started, ...soundsLike({ notDirected: 0.9 }, 100, 3_000), stopped(4_000), later];
    expect(decided(events)).toEqual([
      '1070 begin-turn',
      '1070 softer',
      '1100 as loud as ever',
      '4130 discard-turn',
      '4130 not-directed by sound after 3130',
    ]);
  });

  it('still interrupts when it turns out to be words at its end', () => {
    const events: TurnTakingEvent[] = [
      started,
      ...soundsLike({}, 100, 300),
      stopped(ONSET_MS + 300),
      { kind: 'turn-understood', atMs: 1_900, outcome: 'words' },
    ];
    expect(decided(events).slice(-3)).toEqual([
      '1550 end-turn',
      '1550 unclear by none after 550',
      '1900 drop-agent',
    ]);
  });

  it('ends sooner than a turn with unfinished words in silence', () => {
    const unfinished: TurnTakingEvent = { kind: 'words-so-far', atMs: 1_250, count: 2, unfinished: true };
    const unclear = seen(1_450, 'words', 1);
    const events = [started, sounds(200, {}), unclear, { ...unfinished, atMs: 1_460 }, stopped(1_500), later];
    expect(decided(events, { seesWords: true })).toContain('2400 end-turn');
    const silent = run([{ kind: 'agent-finished', atMs: 900 }, started, unfinished, stopped(1_500), later]);
    expect(silent.log).toContain('3000 end-turn');
  });

  it('is not judged acoustically when a word count is configured', () => {
    const events = [started, sounds(400, { interruption: 9 }), words(1_600, 1), words(1_900, 2)];
    expect(decided(events, { interruptionMinWords: 2 }).slice(2)).toEqual([
      '1900 pause-agent',
      '1900 interruption by words after 900',
      '1900 as loud as ever',
    ]);
  });

  describe('with partial transcripts', () => {
    const sees = { seesWords: true };
    const heard = [started, sounds(300, {})];

    it('interrupts at the first partial with a request likelier than a hum, and records it', () => {
      for (const meaning of ['request', 'answer', 'correction', 'hold', 'hello'] as const) {
        expect(decided([...heard, seen(1_450, meaning, 1.1, 1)], sees)).toContain(
          '1450 interruption by words after 450',
        );
        expect(decided([...heard, seen(1_450, meaning, 0.9, 1)], sees)).not.toContain('1450 pause-agent');
      }
    });

    it('interrupts by other words after two clear partials in a row, or three very clear words', () => {
      const once = [...heard, seen(1_450, 'words', 4)];
      expect(decided(once, sees)).not.toContain('1450 pause-agent');
      expect(decided([...once, seen(1_550, 'words', 4)], sees)).toContain('1550 pause-agent');
      const unclear = [...once, seen(1_550, 'words', 1), seen(1_650, 'words', 4)];
      expect(decided(unclear, sees).join()).not.toContain('pause-agent');
      expect(decided([...heard, seen(1_450, 'words', 6, 3)], sees)).toContain('1450 pause-agent');
      expect(decided([...heard, seen(1_450, 'words', 6, 2)], sees)).not.toContain('1450 pause-agent');
    });

    it('interrupts by a single other word only if very clear, since hums look like one', () => {
      const twice = (margin: number) => [
        ...heard,
        seen(1_450, 'words', margin, 1),
        seen(1_550, 'words', margin, 1),
      ];
      expect(decided(twice(4), sees).join()).not.toContain('pause-agent');
      expect(decided(twice(6), sees)).toContain('1550 pause-agent');
    });

    it('needs very clear words when it sounds like a backchannel', () => {
      const listens = [started, sounds(300, { backchannel: 0.9 })];
      expect(decided([...listens, seen(1_450, 'request', 4)], sees)).not.toContain('1450 pause-agent');
      expect(decided([...listens, seen(1_450, 'request', 6)], sees)).toContain('1450 pause-agent');
    });

    it('ignores a transcript when the partial found no words', () => {
      const hum = [...heard, seen(1_450, 'backchannel', 0, 0), words(1_460, 2, 'words')];
      expect(decided(hum, sees).join()).not.toContain('pause-agent');
    });

    it('is not judged acoustically before the first partial, nor after one', () => {
      const sound = (sinceOnsetMs: number) => sounds(sinceOnsetMs, { interruption: 9 });
      expect(decided([started, sound(350)], { seesWords: false })).toContain('1350 pause-agent');
      expect(decided([started, sound(350)], sees)).not.toContain('1350 pause-agent');
      expect(decided([started, sound(500)], sees)).toContain('1500 pause-agent');
      const looked = [started, seen(1_450, 'backchannel', 0)];
      expect(decided([...looked, sound(800)], sees)).not.toContain('1800 pause-agent');
    });

    it('is judged acoustically again after half a second without a partial', () => {
      const looked = [started, seen(1_450, 'backchannel', 0)];
      expect(decided([...looked, sounds(1_000, { interruption: 9 })], sees)).toContain(
        '2000 interruption by sound after 1000',
      );
    });

    it('is no request if the last partial says so, regardless of the transcript', () => {
      const ended = [...heard, seen(1_450, 'backchannel', 0), stopped(1_400), seen(1_600, 'backchannel', 0)];
      const { log } = run([...ended, later], sees);
      expect(log.at(-1)).toBe('1650 backchannel by words after 650');
    });
  });

  it('does not duck when that is disabled', () => {
    expect(decided([started, sounds(200, {})], { duckDb: 0 })).toEqual(['1070 begin-turn']);
  });
});
