import { type Meaning, meaningOf } from './index.js';

/** What the agent had just said, and what it had not said yet. */
const NOTHING = { said: '', unsaid: '' };
const TELLING = { said: 'You are booked for Thursday at five, and', unsaid: 'the table is by the window.' };
const TOLD = { said: 'You are booked for Thursday at five.', unsaid: '' };
const ASKED = { said: 'We have a table. Shall I book it for you?', unsaid: '' };
const ASKED_AND_GOES_ON = { said: 'Shall I book it for you? We', unsaid: 'have a table at five.' };
const NEARLY_ASKED = { said: 'Shall I book it', unsaid: 'for you?' };
const ASKED_LONG_AGO = { said: 'How are you? We have a table by the', unsaid: 'window.' };

type Row = readonly [utterance: string, agent: typeof NOTHING, meaning: Meaning | undefined];

describe('classification of words', () => {
  const table: readonly Row[] = [
    ['', TELLING, undefined],
    ['Mm-hmm.', TELLING, 'backchannel'],
    ['Oh, okay, got it.', TELLING, 'backchannel'],
    ['Yeah, that makes sense.', TELLING, 'backchannel'],
    ['Um, um.', TELLING, 'backchannel'],
    ['No problem.', TELLING, 'backchannel'],
    ['Okay.', ASKED, 'answer'],
    ['Yes.', ASKED_AND_GOES_ON, 'answer'],
    ['Sure.', NEARLY_ASKED, 'answer'],
    ['No, thank you.', ASKED, 'answer'],
    ['Go ahead.', ASKED, 'answer'],
    ['Okay.', ASKED_LONG_AGO, 'backchannel'],
    ['Okay.', TOLD, 'backchannel'],
    ['Um.', ASKED, 'backchannel'],
    ['Hold on a second.', TELLING, 'hold'],
    ['Um, wait a minute, please.', ASKED, 'hold'],
    ['Just a moment.', TOLD, 'hold'],
    ['Hold on, did you say Friday?', TELLING, 'request'],
    ['Wait.', TELLING, 'request'],
    ['Hello? Can you hear me?', TELLING, 'hello'],
    ['Are you still there?', TOLD, 'hello'],
    ['Hello?', TELLING, 'hello'],
    ['Hello.', TOLD, 'request'],
    ['Can you hear me typing?', TELLING, 'request'],
    ['Go on.', TELLING, 'go-on'],
    ["Okay, I'm back.", TELLING, 'go-on'],
    ['Go on.', TOLD, 'words'],
    ['No, Friday.', TELLING, 'correction'],
    ['No.', TELLING, 'correction'],
    ['I said Friday.', TOLD, 'correction'],
    ['No, Friday.', ASKED, 'correction'],
    ['No, Friday.', NOTHING, 'request'],
    ['What time is it?', TELLING, 'request'],
    ['Yeah, but how much?', TELLING, 'request'],
    ['The table is by the window.', TELLING, 'backchannel'],
    ['Booked for Thursday.', TELLING, 'backchannel'],
    ['Thursday.', TELLING, 'words'],
    ['My order is late.', TELLING, 'words'],
    ['Okay, my name is Miller.', ASKED, 'words'],
  ];

  it.each(table)('"%s" after %j: %s', (utterance, agent, meaning) => {
    expect(meaningOf(utterance, agent)).toBe(meaning);
  });

  it('treats the start of a backchannel as one', () => {
    for (const soFar of ['I', 'Makes', 'Sounds', 'Oh, o', 'That']) {
      expect(meaningOf(soFar, TELLING, true)).toBe('backchannel');
      expect(meaningOf(soFar, TELLING)).not.toBe('backchannel');
    }
    expect(meaningOf('No', TELLING, true)).toBe('correction');
    expect(meaningOf('I said', TELLING, true)).toBe('correction');
  });
});
