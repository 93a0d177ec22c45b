import {
  finished,
  patient,
  run,
  speaks,
  started,
  stopped,
  type TurnScript,
  understood,
  words,
} from '../../../test/support/turn-script.js';

const seen = (atMs: number, meaning: 'hold' | 'go-on') =>
  ({ kind: 'words-seen', atMs, count: 3, meaning, margin: 5 }) as const;
const held = [speaks(0), started(1_000), seen(1_450, 'hold'), stopped(1_800), understood(2_400, 'hold')];
const asked = ['1040 begin-turn@1000', '1100 pause-agent', '2300 end-turn@1800'];
const prompts = { noInputPromptMs: 15_000, noInputPrompts: ['one', 'two'], hangUpAfterSilenceMs: 60_000 };

describe('agent asked to wait', () => {
  const cases: readonly TurnScript[] = [
    {
      name: 'is silent for two minutes, asks once, and then ends the call as ever',
      events: [...held, speaks(122_600, 'prompt'), finished(124_000)],
      parameters: prompts,
      expected: [...asked, '122400 drop-agent', '122400 prompt#0', '182400 hang-up'],
    },
    {
      name: 'goes on where it was when the caller says so, or only shows that it is back',
      events: [
        ...held,
        started(60_000),
        words(60_500, 2),
        stopped(60_800),
        understood(61_400, 'backchannel'),
      ],
      parameters: prompts,
      expected: [...asked, '60040 begin-turn@60000', '61300 end-turn@60800', '61400 resume-agent'],
    },
    {
      name: 'answers what is said next, and never says the rest',
      events: [...held, started(60_000), words(60_500, 2), stopped(60_800), understood(61_400, 'words')],
      parameters: prompts,
      expected: [...asked, '60040 begin-turn@60000', '61300 end-turn@60800', '61400 drop-agent'],
    },
    {
      name: 'is not made to go on by a noise',
      events: [...held, started(60_000), stopped(60_800), understood(61_400, 'nothing')],
      parameters: prompts,
      expected: [
        ...asked,
        '60040 begin-turn@60000',
        '61050 end-turn@60800',
        '122400 drop-agent',
        '122400 prompt#0',
      ],
    },
    {
      name: 'waits as long where it was silent anyway',
      events: [started(1_000), words(1_500, 3), stopped(1_800), understood(2_400, 'hold')],
      parameters: prompts,
      expected: ['1040 begin-turn@1000', '2300 end-turn@1800', '122400 prompt#0'],
    },
  ];

  it.each(cases)('$name', ({ events, parameters, expected }) => {
    expect(run(events, { ...patient, ...parameters })).toEqual(expected);
  });
});
