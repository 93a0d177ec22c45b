import {
  finished,
  patient,
  run,
  speaks,
  started,
  stopped,
  suspected,
  type TurnScript,
  understood,
  words,
} from '../../../test/support/turn-script.js';
import { DEFAULT_TURN_TAKING, turnTakingParameters } from './index.js';

describe('turn-taking', () => {
  const cases: readonly TurnScript[] = [
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
      name: 'waits longer for a sentence that is clearly unfinished',
      events: [started(1_000), words(1_800, 3, true), stopped(2_000)],
      expected: ['1040 begin-turn@1000', '3500 end-turn@2000'],
    },
    {
      name: 'ends a turn sooner whose words are a whole question, and not at a pause that is shorter',
      events: [
        started(1_000),
        { kind: 'words-so-far', atMs: 1_900, count: 3, unfinished: false, complete: true },
        stopped(2_000),
        started(2_250),
        { kind: 'words-so-far', atMs: 2_450, count: 4, unfinished: false, complete: true },
        stopped(2_500),
      ],
      expected: ['1040 begin-turn@1000', '2800 end-turn@2500'],
    },
    {
      name: 'forgets what words said of the end of a turn as soon as the caller says more',
      events: [started(1_000), words(1_800, 3, true), stopped(2_000), started(2_600), stopped(3_000)],
      expected: ['1040 begin-turn@1000', '3500 end-turn@3000'],
    },
    {
      name: 'waits longer for words that are not all there yet, where that is told, and no longer when they are',
      events: [
        started(1_000),
        { kind: 'words-so-far', atMs: 1_500, count: 3, unfinished: false, complete: true },
        stopped(1_600),
        understood(2_600, 'words'),
        speaks(2_700),
        finished(3_000),
        started(4_000),
        stopped(4_600),
        { kind: 'words-so-far', atMs: 5_300, count: 3, unfinished: false, settled: true },
      ],
      parameters: { settlesWords: true, beginsEarly: false },
      expected: ['1040 begin-turn@1000', '2500 end-turn@1600', '4040 begin-turn@4000', '5300 end-turn@4600'],
    },
    {
      name: 'waits for more where nothing is understood, and less after what is long enough for a sentence',
      events: [
        started(1_000),
        { kind: 'words-so-far', atMs: 1_500, count: 0, unfinished: false, unclear: true },
        stopped(1_600),
        understood(2_600, 'words'),
        speaks(2_700),
        finished(3_000),
        started(4_000),
        { kind: 'words-so-far', atMs: 4_900, count: 2, unfinished: false, unclear: true },
        stopped(5_200),
      ],
      expected: ['1040 begin-turn@1000', '2500 end-turn@1600', '4040 begin-turn@4000', '5875 end-turn@5200'],
    },
    {
      name: 'ends a turn that never falls silent',
      events: [started(0)],
      parameters: { longestTurnMs: 10_000 },
      expected: ['40 begin-turn@0', '10000 end-turn@10000'],
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

  it('gives a silent caller each prompt once, then hangs up, not counting prompts as talk', () => {
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

  it('measures the silence from the end of the greeting, however long it takes to prepare', () => {
    const parameters = { ...DEFAULT_TURN_TAKING, noInputPrompts: ['Hello?'] };
    const events = [{ kind: 'greeting-due', atMs: 0 } as const, speaks(70_000, 'greeting'), finished(72_000)];
    expect(run(events, parameters)).toEqual(['87000 prompt#0']);
  });

  it('decides nothing after hanging up', () => {
    const parameters = { ...DEFAULT_TURN_TAKING, noInputPromptMs: 0, hangUpAfterSilenceMs: 1_000 };
    expect(run([started(5_000), stopped(6_000), speaks(7_000)], parameters)).toEqual(['1000 hang-up']);
  });

  it('uses a configured minimum silence for complete questions too, within the maximum', () => {
    expect(turnTakingParameters().endpointingCompleteMs).toBe(300);
    expect(turnTakingParameters({ endpointingMinMs: 800 }).endpointingCompleteMs).toBe(800);
    expect(turnTakingParameters({ endpointing: { minMs: 800 } }).endpointingCompleteMs).toBe(800);
    const both = { endpointingMinMs: 800, endpointing: { completeMs: 400 } };
    expect(turnTakingParameters(both).endpointingCompleteMs).toBe(400);
    expect(turnTakingParameters({ endpointing: { completeMs: 900 } }).endpointingCompleteMs).toBe(500);
  });

  it('pauses for every voice, or never ducks, when configured', () => {
    const { judgesOverlaps, duckDb } = turnTakingParameters({ backchannel: { judge: false, duckDb: 0 } });
    expect([judgesOverlaps, duckDb]).toEqual([false, 0]);
  });

  it('never lets the longest silence be shorter than the shortest', () => {
    expect(turnTakingParameters({ endpointingMinMs: 4_000 }).endpointingMaxMs).toBe(4_000);
  });
});
