import {
  DEFAULT_TURN_TAKING,
  initialTurnTaking,
  nextDeadlineMs,
  step,
  turnTakingParameters,
  type TurnOutcome,
  type TurnTakingDecision,
  type TurnTakingEvent,
  type TurnTakingParameters,
} from './index.js';

/** Where the sound of voices isn't judged. */
const unjudged: TurnTakingParameters = { ...DEFAULT_TURN_TAKING, judgesOverlaps: false };

/** Runs a script of events, and a tick at each deadline between them; returns what was decided and when. */
function run(
  events: readonly TurnTakingEvent[],
  parameters: TurnTakingParameters = unjudged,
  untilMs = 200_000,
): string[] {
  let state = initialTurnTaking(0);
  const log: string[] = [];
  const feed = (event: TurnTakingEvent) => {
    const next = step(state, event, parameters);
    state = next.state;
    for (const decision of next.decisions) log.push(`${event.atMs} ${describeDecision(decision)}`);
  };
  const tickUntil = (limitMs: number) => {
    for (let due = nextDeadlineMs(state, parameters); due !== undefined && due < limitMs;) {
      feed({ kind: 'tick', atMs: due });
      due = nextDeadlineMs(state, parameters);
    }
  };
  for (const event of events) {
    tickUntil(event.atMs);
    feed(event);
  }
  tickUntil(untilMs);
  return log;
}

function describeDecision(decision: TurnTakingDecision): string {
  switch (decision.kind) {
    case 'begin-turn':
      return `begin-turn@${decision.fromMs}`;
    case 'end-turn':
      return `end-turn@${decision.speechEndMs}`;
    case 'prompt':
      return `prompt#${decision.index}`;
    case 'discard-turn':
    case 'pause-agent':
    case 'resume-agent':
    case 'drop-agent':
    case 'cancel-reply':
    case 'hang-up':
    case 'begin-early':
    case 'abandon-early':
      return decision.kind;
    case 'set-gain':
      return decision.gain < 1 ? 'softer' : 'as loud as ever';
    case 'overlap-judged':
      return `${decision.overlap.verdict} by ${decision.overlap.reason}`;
  }
}

const started = (onsetMs: number): TurnTakingEvent => ({
  kind: 'caller-started',
  atMs: onsetMs + 40,
  onsetMs,
});
const stopped = (endMs: number): TurnTakingEvent => ({
  kind: 'caller-stopped',
  atMs: endMs + 100,
  endMs,
});
const words = (atMs: number, count: number, unfinished = false, backchannel = false): TurnTakingEvent => ({
  kind: 'words-so-far',
  atMs,
  count,
  unfinished,
  backchannel,
});
const understood = (atMs: number, outcome: TurnOutcome): TurnTakingEvent => ({
  kind: 'turn-understood',
  atMs,
  outcome,
});
const speaks = (atMs: number, speech: 'greeting' | 'reply' | 'prompt' = 'reply'): TurnTakingEvent => ({
  kind: 'agent-started',
  atMs,
  speech,
});
const suspected = (atMs: number): TurnTakingEvent => ({ kind: 'caller-suspected', atMs });
const finished = (atMs: number): TurnTakingEvent => ({ kind: 'agent-finished', atMs });

const patient: TurnTakingParameters = { ...unjudged, noInputPromptMs: 0, hangUpAfterSilenceMs: 0 };

describe('turn-taking', () => {
  const cases: {
    name: string;
    events: TurnTakingEvent[];
    parameters?: Partial<TurnTakingParameters>;
    expected: string[];
  }[] = [
    {
      name: 'ends a turn after the configured silence, counted from the end of the speech',
      events: [started(1_000), stopped(2_000)],
      expected: ['1040 begin-turn@1000', '2500 end-turn@2000'],
    },
    {
      name: 'does not end a turn at a pause of 400 ms',
      events: [started(1_000), stopped(2_000), started(2_400), stopped(3_000)],
      expected: ['1040 begin-turn@1000', '3500 end-turn@3000'],
    },
    {
      name: 'waits a moment for a caller who may go on just when the turn would end, and no longer',
      events: [started(1_000), stopped(2_000), suspected(2_470)],
      expected: ['1040 begin-turn@1000', '2518 end-turn@2000'],
    },
    {
      name: 'does not end the turn of a caller who was suspected to go on, and did',
      events: [started(1_000), stopped(2_000), suspected(2_470), started(2_475), stopped(3_000)],
      expected: ['1040 begin-turn@1000', '3500 end-turn@3000'],
    },
    {
      name: 'lets nothing interrupt an agent that can not be, not even words that began just before it spoke',
      events: [started(0), stopped(300), started(900), speaks(950), words(1_200, 3)],
      parameters: { interruptions: false },
      expected: ['40 begin-turn@0', '800 end-turn@300', '940 begin-turn@900', '950 discard-turn'],
    },
    {
      name: 'waits longer for a sentence that is clearly unfinished',
      events: [started(1_000), words(1_800, 3, true), stopped(2_000)],
      expected: ['1040 begin-turn@1000', '5000 end-turn@2000'],
    },
    {
      name: 'ends a turn sooner whose words are a whole question, and not at a pause that is shorter',
      events: [
        started(1_000),
        { kind: 'words-so-far', atMs: 1_900, count: 3, unfinished: false, complete: true },
        stopped(2_000),
        started(2_250),
        stopped(2_500),
      ],
      expected: ['1040 begin-turn@1000', '2800 end-turn@2500'],
    },
    {
      name: 'ends a turn that never falls silent',
      events: [started(0)],
      parameters: { longestTurnMs: 10_000 },
      expected: ['40 begin-turn@0', '10000 end-turn@10000'],
    },
    {
      name: 'pauses the agent within 200 ms of the first sound, and drops the rest once words are known',
      events: [speaks(0), started(1_000), stopped(2_300), understood(2_810, 'words')],
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '2800 end-turn@2300', '2810 drop-agent'],
    },
    {
      name: 'goes on as soon as a short sound without words has ended, and still finds out what it was',
      events: [speaks(0), started(1_000), stopped(1_300), understood(1_600, 'nothing')],
      parameters: { asideResumeMs: 160 },
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1460 resume-agent', '1550 end-turn@1300'],
    },
    {
      name: 'goes on as soon as a short backchannel has ended',
      events: [speaks(0), started(1_000), words(1_250, 1, false, true), stopped(1_300)],
      parameters: { asideResumeMs: 160 },
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1460 resume-agent', '1550 end-turn@1300'],
    },
    {
      name: 'stays silent when words were understood before the sound ended',
      events: [speaks(0), started(1_000), words(1_250, 1), stopped(1_300), understood(1_820, 'words')],
      parameters: { asideResumeMs: 160 },
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1800 end-turn@1300', '1820 drop-agent'],
    },
    {
      name: 'stops again at words that come late, and goes on early only once in a turn',
      events: [
        speaks(0),
        started(1_000),
        stopped(1_300),
        words(1_480, 1),
        words(1_500, 1, false, true),
        understood(1_820, 'words'),
      ],
      parameters: { asideResumeMs: 160 },
      expected: [
        '1040 begin-turn@1000',
        '1100 pause-agent',
        '1460 resume-agent',
        '1480 pause-agent',
        '1550 end-turn@1300',
        '1820 drop-agent',
      ],
    },
    {
      name: 'drops the rest although it went on, when the turn turns out to be words',
      events: [speaks(0), started(1_000), stopped(1_300), understood(1_600, 'words')],
      parameters: { asideResumeMs: 160 },
      expected: [
        '1040 begin-turn@1000',
        '1100 pause-agent',
        '1460 resume-agent',
        '1550 end-turn@1300',
        '1600 drop-agent',
      ],
    },
    {
      name: 'pauses again for a caller who speaks on after an aside',
      events: [speaks(0), started(1_000), stopped(1_200), started(1_390), words(1_700, 3), stopped(2_200)],
      parameters: { asideResumeMs: 160 },
      expected: [
        '1040 begin-turn@1000',
        '1100 pause-agent',
        '1360 resume-agent',
        '1490 pause-agent',
        '2700 end-turn@2200',
      ],
    },
    {
      name: 'does not take a long turn without words for an aside',
      events: [speaks(0), started(1_000), stopped(2_400), understood(3_000, 'words')],
      parameters: { asideResumeMs: 160 },
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '2900 end-turn@2400', '3000 drop-agent'],
    },
    {
      name: 'goes on with the sentence after a backchannel',
      events: [speaks(0), started(1_000), stopped(1_300), understood(1_700, 'backchannel')],
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1550 end-turn@1300', '1700 resume-agent'],
    },
    {
      name: 'goes on with the sentence after a cough',
      events: [speaks(0), started(1_000), stopped(1_300), understood(1_700, 'nothing')],
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1550 end-turn@1300', '1700 resume-agent'],
    },
    {
      name: 'finds out sooner what paused the agent when no words came with it',
      events: [speaks(0), started(1_000), stopped(1_300), understood(1_560, 'nothing')],
      parameters: { asideEndpointingMs: 250 },
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1550 end-turn@1300', '1560 resume-agent'],
    },
    {
      name: 'finds out sooner what paused the agent when it sounds like a backchannel',
      events: [speaks(0), started(1_000), words(1_250, 1, false, true), stopped(1_300)],
      parameters: { asideEndpointingMs: 250 },
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1550 end-turn@1300'],
    },
    {
      name: 'gives an interruption with words the usual silence',
      events: [speaks(0), started(1_000), words(1_250, 2), stopped(1_300)],
      parameters: { asideEndpointingMs: 250 },
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1800 end-turn@1300'],
    },
    {
      name: 'does not even pause at a click',
      events: [speaks(0), started(1_000), { kind: 'caller-stopped', atMs: 1_090, endMs: 1_060 }],
      expected: ['1040 begin-turn@1000', '1090 discard-turn'],
    },
    {
      name: 'goes on when noise that sounds like a voice brings no words, and does not pause for the same noise again',
      events: [speaks(0), started(1_000), stopped(9_000)],
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '3100 resume-agent', '9500 discard-turn'],
    },
    {
      name: 'pauses again when words come out of the noise',
      events: [speaks(0), started(1_000), words(4_000, 2), stopped(4_500), understood(5_010, 'words')],
      expected: [
        '1040 begin-turn@1000',
        '1100 pause-agent',
        '3100 resume-agent',
        '4000 pause-agent',
        '5000 end-turn@4500',
        '5010 drop-agent',
      ],
    },
    {
      name: 'never resumes when false interruptions are switched off',
      events: [speaks(0), started(1_000), stopped(1_300), understood(1_700, 'nothing')],
      parameters: { falseInterruptionMs: 0 },
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1550 end-turn@1300', '1700 drop-agent'],
    },
    {
      name: 'waits for the configured number of words before it lets itself be interrupted',
      events: [speaks(0), started(1_000), words(1_500, 1), words(1_800, 2), stopped(2_000)],
      parameters: { interruptionMinWords: 2 },
      expected: ['1040 begin-turn@1000', '1800 pause-agent', '2500 end-turn@2000'],
    },
    {
      name: 'lets the greeting be finished where it is protected, and hears a caller who is still speaking then',
      events: [speaks(0, 'greeting'), started(1_000), finished(2_000), stopped(2_600)],
      parameters: { greetingInterruptible: false },
      expected: ['2000 begin-turn@2000', '3100 end-turn@2600'],
    },
    {
      name: 'ignores what is said and done with during a protected sentence',
      events: [speaks(0), started(1_000), stopped(1_500), finished(3_000)],
      parameters: { interruptions: false },
      expected: [],
    },
    {
      name: 'joins what a caller says after a pause in which the reply was being prepared',
      events: [
        started(0),
        stopped(1_000),
        understood(1_600, 'words'),
        started(1_650),
        stopped(2_500),
        understood(3_010, 'words'),
      ],
      expected: [
        '40 begin-turn@0',
        '1500 end-turn@1000',
        '1690 begin-turn@1650',
        '1750 cancel-reply',
        '3000 end-turn@2500',
      ],
    },
    {
      name: 'joins words that are understood only after the caller has gone on',
      events: [started(0), stopped(1_000), started(1_550), understood(1_800, 'words'), stopped(2_500)],
      expected: [
        '40 begin-turn@0',
        '1500 end-turn@1000',
        '1590 begin-turn@1550',
        '1650 cancel-reply',
        '1800 cancel-reply',
        '3000 end-turn@2500',
      ],
    },
    {
      name: 'answers the words of a turn although a click followed it',
      events: [
        started(0),
        stopped(1_000),
        started(1_550),
        { kind: 'caller-stopped', atMs: 1_640, endMs: 1_600 },
        understood(1_700, 'words'),
        speaks(1_750),
      ],
      expected: ['40 begin-turn@0', '1500 end-turn@1000', '1590 begin-turn@1550', '1640 discard-turn'],
    },
  ];

  it.each(cases)('$name', ({ events, parameters, expected }) => {
    expect(run(events, { ...patient, ...parameters })).toEqual(expected);
  });

  it('prompts a silent caller once for each prompt and hangs up after the silence, prompts not counted as talk', () => {
    const parameters = { ...DEFAULT_TURN_TAKING, noInputPrompts: ['Hello?', 'Still there?'] };
    const events = [
      speaks(0, 'greeting'),
      finished(2_000),
      speaks(17_100, 'prompt'),
      finished(18_000),
      speaks(32_100, 'prompt'),
      finished(33_000),
    ];
    expect(run(events, parameters)).toEqual(['17000 prompt#0', '32000 prompt#1', '62000 hang-up']);
  });

  it('decides nothing any more after it hung up', () => {
    const parameters = { ...DEFAULT_TURN_TAKING, noInputPromptMs: 0, hangUpAfterSilenceMs: 1_000 };
    expect(run([started(5_000), stopped(6_000), speaks(7_000)], parameters)).toEqual(['1000 hang-up']);
  });

  it('waits as long for whole questions as for all else where a document says how long, and no longer', () => {
    expect(turnTakingParameters().endpointingCompleteMs).toBe(300);
    expect(turnTakingParameters({ endpointingMinMs: 800 }).endpointingCompleteMs).toBe(800);
    const both = { endpointingMinMs: 800, endpointing: { completeMs: 400 } };
    expect(turnTakingParameters(both).endpointingCompleteMs).toBe(400);
    expect(turnTakingParameters({ endpointing: { completeMs: 900 } }).endpointingCompleteMs).toBe(500);
  });

  it('pauses for every voice, or goes on as loudly as ever, where a document wants it so', () => {
    const { judgesOverlaps, duckDb } = turnTakingParameters({ backchannel: { judge: false, duckDb: 0 } });
    expect([judgesOverlaps, duckDb]).toEqual([false, 0]);
  });

  it('never lets the longest silence of a turn be shorter than the shortest', () => {
    expect(turnTakingParameters({ endpointingMinMs: 4_000 }).endpointingMaxMs).toBe(4_000);
  });
});

describe('the sound of the end of a turn', () => {
  const judged = (atMs: number, probability: number): TurnTakingEvent => ({
    kind: 'turn-end-judged',
    atMs,
    probability,
  });
  const endOf = (events: readonly TurnTakingEvent[]) =>
    run(events).find((line) => line.includes('end-turn')) ?? 'none';

  it('shortens the silence after what sounds whole, and waits for the rest of what does not', () => {
    const turn = [started(1_000), stopped(2_000)];
    expect(endOf([...turn, judged(2_150, 0.9)])).toBe('2300 end-turn@2000');
    expect(endOf([...turn, judged(2_150, 0.2)])).toBe('5000 end-turn@2000');
    expect(endOf(turn)).toBe('2500 end-turn@2000');
  });

  it('counts for nothing where the words say otherwise, and after the caller has gone on', () => {
    const unfinished = [started(1_000), stopped(2_000), words(2_120, 3, true)];
    expect(endOf([...unfinished, judged(2_150, 0.9)])).toBe('2500 end-turn@2000');
    const goesOn = [started(1_000), stopped(2_000), judged(2_150, 0.2), started(2_300), stopped(3_000)];
    expect(endOf(goesOn)).toBe('3500 end-turn@3000');
  });
});
