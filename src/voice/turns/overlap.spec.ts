import {
  DEFAULT_TURN_TAKING,
  initialTurnTaking,
  nextDeadlineMs,
  spokeOnUnclearly,
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
  readonly noiseDbfs?: number;
}

const started: TurnTakingEvent = { kind: 'caller-started', atMs: ONSET_MS + 70, onsetMs: ONSET_MS };
const stopped = (endMs: number): TurnTakingEvent => ({ kind: 'caller-stopped', atMs: endMs + 130, endMs });
const words = (atMs: number, count: number, backchannel = false): TurnTakingEvent => ({
  kind: 'words-so-far',
  atMs,
  count,
  unfinished: false,
  backchannel,
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

describe('a voice over the agent', () => {
  it('makes it softer at once, and silent when the sound says that it is an interruption', () => {
    expect(decided([started, sounds(200, {}), sounds(400, { interruption: 3 })])).toEqual([
      '1070 begin-turn',
      '1070 softer',
      '1400 pause-agent',
      '1400 interruption by sound after 400',
      '1400 as loud as ever',
    ]);
  });

  it('that begins alike is not taken for an interruption before there was time to hear it', () => {
    expect(decided([started, sounds(150, { interruption: 9 })])).toEqual(['1070 begin-turn', '1070 softer']);
  });

  it('that is a backchannel lets it go on, louder again as soon as the voice has ended', () => {
    const events = [started, ...soundsLike({ backchannel: 0.9 }, 100, 400), stopped(ONSET_MS + 400), later];
    expect(decided(events)).toEqual([
      '1070 begin-turn',
      '1070 softer',
      '1530 as loud as ever',
      '1650 end-turn',
      '1650 backchannel by sound after 650',
    ]);
  });

  it('interrupts with words that ask for something, whatever it sounds like', () => {
    const events = [started, sounds(300, { backchannel: 0.9 }), words(1_350, 1)];
    expect(decided(events)).toContain('1350 interruption by words after 350');
  });

  it('does not interrupt with the words of a recogniser that guesses, and is taken for what it sounds like', () => {
    const events = [
      started,
      ...soundsLike({ backchannel: 0.9 }, 100, 400),
      words(1_350, 1),
      stopped(1_400),
      later,
    ];
    expect(decided(events, { guessesWords: true })).toEqual([
      '1070 begin-turn',
      '1070 softer',
      '1530 as loud as ever',
      '1900 discard-turn',
      '1900 backchannel by sound after 900',
    ]);
  });

  it('does not interrupt with the words of a recogniser that guesses before the sound is known', () => {
    expect(decided([started, words(1_150, 1)], { guessesWords: true })).not.toContain('1150 pause-agent');
    expect(decided([started, words(1_150, 1)])).toContain('1150 pause-agent');
  });

  it('does not interrupt with the words of a backchannel, unless the sound is certain', () => {
    const backchannel = [started, words(1_250, 1, true)];
    expect(decided([...backchannel, sounds(400, { interruption: 2 })])).not.toContain('1400 pause-agent');
    expect(decided([...backchannel, sounds(400, { interruption: 4 })])).toContain('1400 pause-agent');
  });

  it('has to sound the surer where its words will be told soon after', () => {
    const unlikely = [started, sounds(400, { interruption: 1.6 })];
    const likely = [started, sounds(400, { interruption: 1.8 })];
    const certain = [started, sounds(400, { interruption: 2.1 })];
    expect(decided(unlikely, { guessesWords: true })).toContain('1400 interruption by sound after 400');
    expect(decided(unlikely, { wordsTell: false })).not.toContain('1400 pause-agent');
    expect(decided(likely, { wordsTell: false })).toContain('1400 interruption by sound after 400');
    expect(decided(likely)).not.toContain('1400 pause-agent');
    expect(decided(certain)).toContain('1400 interruption by sound after 400');
  });

  it('has to sound less sure in loud noise where the recogniser guesses, and nowhere else', () => {
    const stops = (noiseDbfs: number | undefined, guessesWords: boolean) => {
      const sound = { interruption: 2.3, ...(noiseDbfs !== undefined && { noiseDbfs }) };
      const { log } = run([started, sounds(200, sound)], { guessesWords, wordsTell: false });
      return log.includes('1200 pause-agent');
    };
    expect(stops(-36, true)).toBe(true);
    expect(stops(-60, true)).toBe(false);
    expect(stops(undefined, true)).toBe(false);
    expect(stops(-36, false)).toBe(false);
  });

  it('interrupts when it goes on for a second and its sound may be one, for three seconds in any case', () => {
    const even = { interruption: -0.1 };
    expect(decided([started, ...soundsLike(even, 100, 1_000)])).toContain(
      '2000 interruption by length after 1000',
    );
    expect(decided([started, ...soundsLike({}, 100, 2_900)]).join()).not.toContain('by length');
    expect(decided([started, ...soundsLike({}, 100, 3_000)])).toContain(
      '4000 interruption by length after 3000',
    );
  });

  it('does not interrupt when it has ended before', () => {
    const ended = decided([started, ...soundsLike({}, 100, 800), stopped(ONSET_MS + 800), later]);
    expect(ended).not.toContain('1000 pause-agent');
    expect(ended.at(-1)).toBe('2050 unclear by none after 1050');
  });

  it('that is not meant for the agent does not even make it softer, and nobody is asked what it said', () => {
    const events = [started, ...soundsLike({ notDirected: 0.9 }, 100, 3_000), stopped(4_000), later];
    expect(decided(events)).toEqual([
      '1070 begin-turn',
      '1070 softer',
      '1100 as loud as ever',
      '4130 discard-turn',
      '4130 not-directed by sound after 3130',
    ]);
  });

  it('that turns out to be words when it has ended interrupts after all', () => {
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

  it('is not waited for as long as a silent agent waits for the end of unfinished words', () => {
    const unfinished: TurnTakingEvent = { kind: 'words-so-far', atMs: 1_250, count: 2, unfinished: true };
    const events = [started, unfinished, ...soundsLike({}, 300, 500), stopped(1_500), later];
    expect(decided(events, { guessesWords: true })).toContain('2400 end-turn');
    const silent = run([{ kind: 'agent-finished', atMs: 900 }, started, unfinished, stopped(1_500), later]);
    expect(silent.log).toContain('3000 end-turn');
  });

  it('may hold a word that a recogniser which guesses does not know, where it sounds like nothing and the agent spoke on', () => {
    const guesses = { guessesWords: true };
    const spokeOn = (sound: Sound, some: Partial<TurnTakingParameters> = {}) => {
      const events = [started, ...soundsLike(sound, 100, 300), stopped(ONSET_MS + 300), later];
      return spokeOnUnclearly(run(events, { ...guesses, ...some }).state, {
        ...parameters,
        ...guesses,
        ...some,
      });
    };
    expect(spokeOn({})).toBe(true);
    expect(spokeOn({ backchannel: 0.9 })).toBe(false);
    expect(spokeOn({ interruption: 9 })).toBe(false);
    expect(spokeOn({ interruption: 9 }, { asideResumeMs: 160 })).toBe(false);
    expect(spokeOn({}, { interruptionMinWords: 1 })).toBe(false);
  });

  it('is not judged by its sound where a number of words is asked for', () => {
    const events = [started, sounds(400, { interruption: 9 }), words(1_600, 1), words(1_900, 2)];
    expect(decided(events, { interruptionMinWords: 2 }).slice(2)).toEqual([
      '1900 pause-agent',
      '1900 interruption by words after 900',
      '1900 as loud as ever',
    ]);
  });

  describe('whose words another recogniser looks at once it has ended', () => {
    const guesses = { guessesWords: true };
    const told = (atMs: number, some: { asks?: number; asksLater?: boolean }): TurnTakingEvent => ({
      kind: 'words-so-far',
      atMs,
      count: 1,
      unfinished: false,
      ...some,
    });
    const hushed = (endMs: number): TurnTakingEvent => ({ kind: 'caller-hushed', atMs: endMs + 64, endMs });
    const short = [started, told(1_250, { asksLater: true }), sounds(300, {}), hushed(1_300)];

    it('interrupts where they ask for something and its sound may be an interruption, and says so', () => {
      const { state, log } = run([...short, told(1_550, { asks: 3 })], guesses);
      expect(log.join()).not.toContain('pause-agent');
      expect(state.asks).toBe(3);
      const likely = [started, told(1_250, { asksLater: true }), sounds(300, { interruption: 0.3 })];
      expect(decided([...likely, hushed(1_300), told(1_550, { asks: 3 })], guesses)).toContain(
        '1550 interruption by words after 550',
      );
      expect(decided([...likely, hushed(1_300), told(1_550, { asks: 2.7 })], guesses)).not.toContain(
        '1550 pause-agent',
      );
    });

    it('goes by the most that it ever sounded like an interruption, and not by words that are far more likely', () => {
      const was = [started, sounds(200, { interruption: 2 }), sounds(300, {}), hushed(1_300)];
      expect(decided([...was, told(1_550, { asks: -0.6 })], guesses)).not.toContain('1550 pause-agent');
      expect(decided([...was, told(1_550, { asks: -0.4 })], guesses)).toContain('1550 pause-agent');
      expect(decided([...short, told(1_550, { asks: 9 })], guesses)).not.toContain('1550 pause-agent');
    });

    it('is no interruption by its sound while they are waited for, nor once they are known', () => {
      const sound = { interruption: 2.4 };
      const waits = [started, told(1_250, { asksLater: true }), sounds(300, sound), hushed(1_300)];
      expect(decided([...waits, sounds(400, sound)], guesses)).not.toContain('1400 pause-agent');
      expect(
        decided([...waits, sounds(400, sound), told(1_450, { asks: -3 }), sounds(700, sound)], guesses),
      ).toEqual(['1070 begin-turn', '1070 softer']);
      expect(decided([...waits, sounds(810, sound)], guesses)).toContain(
        '1810 interruption by sound after 810',
      );
      expect(decided([started, sounds(300, sound), hushed(1_300), sounds(400, sound)], guesses)).toContain(
        '1400 interruption by sound after 400',
      );
    });

    it('is not understood before they are known, or were to be', () => {
      const late = [
        started,
        told(1_250, { asksLater: true }),
        sounds(300, {}),
        hushed(1_300),
        stopped(1_300),
      ];
      const endOf = (events: readonly TurnTakingEvent[]) =>
        decided(events, guesses).filter((line) => line.includes('end-turn'));
      const silent = { ...told(1_250, {}), count: 0 } as TurnTakingEvent;
      const waiting = { ...told(1_250, { asksLater: true }), count: 0 } as TurnTakingEvent;
      const after = [sounds(300, {}), hushed(1_300), stopped(1_300), later];
      expect(endOf([started, silent, ...after])).toEqual(['1550 end-turn']);
      expect(endOf([started, waiting, ...after])).toEqual(['1800 end-turn']);
      expect(endOf([...late, told(1_600, { asks: 2.8 }), later])).toEqual(['1800 end-turn']);
    });

    it('is a backchannel where neither they nor its sound ask for anything', () => {
      const events = [...short, told(1_500, { asks: -3 }), stopped(1_300), later];
      expect(decided(events, guesses).at(-1)).toMatch(/^\d+ backchannel by words after \d+$/);
      expect(decided([...short, stopped(1_300), later], guesses).at(-1)).toMatch(/unclear by none/);
    });

    it('is judged anew where it goes on', () => {
      const goesOn: TurnTakingEvent = { kind: 'caller-went-on', atMs: 1_560 };
      const events = [...short, told(1_550, { asks: -3 }), goesOn, sounds(600, { interruption: 2.4 })];
      expect(decided(events, guesses)).toContain('1600 interruption by sound after 600');
    });
  });

  it('does not make it softer where that is switched off', () => {
    expect(decided([started, sounds(200, {})], { duckDb: 0 })).toEqual(['1070 begin-turn']);
  });
});
