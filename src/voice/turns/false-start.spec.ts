import {
  patient,
  run,
  speaks,
  started,
  stopped,
  type TurnScript,
  understood,
} from '../../../test/support/turn-script.js';

/** The caller pauses for a moment within a sentence, and the agent takes that for its end. */
const PAUSED = [started(0), stopped(1_000), understood(1_510, 'words')];
const DECIDED = ['40 begin-turn@0', '1500 end-turn@1000'];

describe("reply that starts within the caller's sentence", () => {
  const cases: readonly TurnScript[] = [
    {
      name: 'stops as soon as a voice is found, and both halves are answered as one turn',
      events: [...PAUSED, speaks(1_600), started(1_700), stopped(2_600), understood(3_110, 'words')],
      expected: [
        ...DECIDED,
        '1740 begin-turn@1700',
        '1740 pause-agent',
        '3100 end-turn@2600',
        '3110 cancel-reply',
      ],
    },
    {
      name: 'is not heard at all where the caller has gone on before it',
      events: [...PAUSED, started(1_560), speaks(1_610), stopped(2_600), understood(3_110, 'words')],
      expected: [
        ...DECIDED,
        '1600 begin-turn@1560',
        '1610 pause-agent',
        '3100 end-turn@2600',
        '3110 cancel-reply',
      ],
    },
    {
      name: 'joins what is understood only after the caller has gone on once more',
      events: [
        ...PAUSED,
        speaks(1_600),
        started(1_700),
        stopped(2_600),
        started(3_200),
        understood(3_300, 'words'),
      ],
      expected: [
        ...DECIDED,
        '1740 begin-turn@1700',
        '1740 pause-agent',
        '3100 end-turn@2600',
        '3240 begin-turn@3200',
        '3300 cancel-reply',
      ],
    },
    {
      name: 'goes on where it was when that was only a noise',
      events: [...PAUSED, speaks(1_600), started(1_700), stopped(1_900), understood(2_500, 'nothing')],
      expected: [
        ...DECIDED,
        '1740 begin-turn@1700',
        '1740 pause-agent',
        '2400 end-turn@1900',
        '2500 resume-agent',
      ],
    },
    {
      name: 'is judged as ever once the caller has heard some of it',
      events: [...PAUSED, speaks(1_600), started(2_300)],
      expected: [...DECIDED, '2340 begin-turn@2300', '2340 softer'],
    },
    {
      name: 'goes on where only words interrupt, or nothing does',
      events: [...PAUSED, speaks(1_600), started(1_700)],
      parameters: { interruptions: false },
      expected: DECIDED,
    },
  ];

  it.each(cases)('$name', ({ events, parameters, expected }) => {
    const decided = run(events, { ...patient, judgesOverlaps: true, longestTurnMs: Infinity, ...parameters });
    expect(decided).toEqual(expected);
  });
});
