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

describe('caller speech over the agent', () => {
  const cases: readonly TurnScript[] = [
    {
      name: 'lets nothing interrupt an agent that can not be, not even words that began just before it spoke',
      events: [started(0), stopped(300), started(900), speaks(950), words(1_200, 3)],
      parameters: { interruptions: false },
      expected: ['40 begin-turn@0', '800 end-turn@300', '940 begin-turn@900', '950 discard-turn'],
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
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1550 end-turn@1300', '1560 resume-agent'],
    },
    {
      name: 'finds out sooner what paused the agent when it sounds like a backchannel',
      events: [speaks(0), started(1_000), words(1_250, 1, false, true), stopped(1_300)],
      expected: ['1040 begin-turn@1000', '1100 pause-agent', '1550 end-turn@1300'],
    },
    {
      name: 'gives an interruption with words the usual silence',
      events: [speaks(0), started(1_000), words(1_250, 2), stopped(1_300)],
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
  ];

  it.each(cases)('$name', ({ events, parameters, expected }) => {
    expect(run(events, { ...patient, ...parameters })).toEqual(expected);
  });
});
