import { soundsComplete, soundsUnfinished } from './unfinished-words.js';

describe('soundsUnfinished', () => {
  it.each([
    'my number is',
    'I would like to, um',
    'can you tell me',
    'I want to make',
    "I'd like",
    'so could you',
    'what are your',
    'give me',
    'there is',
    'and how many',
    'when are you',
    'where can I',
    'so how do I',
    "what's",
    'and I think that it is very',
    'I called because my brother and',
    'there were two of them until',
    'what are',
    'and where do',
    'well do you have',
    'could we please get',
    'do you know',
    'please let me know',
    'I wanted to know',
    'I was wondering',
    'I wonder',
  ])('waits for the rest of "%s"', (text) => expect(soundsUnfinished(text)).toBe(true));

  it.each([
    '',
    'where are you',
    'what can you do',
    'how are you',
    'yes',
    'I would like to cancel',
    'tell me the price',
    'call me',
    'Could you?',
    'where are we',
    'when is it',
    'How much?',
    'That is what I have.',
    'what can I get',
    'what do you have',
    'that is all they know',
    'can you help',
    'is it yours',
    "no it isn't",
    "no I can't",
  ])('waits for nothing after "%s"', (text) => expect(soundsUnfinished(text)).toBe(false));
});

describe('soundsComplete', () => {
  it.each([
    'Where are you?',
    'where are you',
    'so who are you',
    'what are your opening hours',
    'can you book a table',
    'how do I get to the station',
    'Yes, please.',
    "that's all",
  ])('hears that nothing is missing in "%s"', (text) => expect(soundsComplete(text)).toBe(true));

  it.each([
    'I am here.',
    'yes',
    'when are you',
    'what are your',
    'how much does it',
    'can you tell me where',
    'are you open',
    'what is the name of',
    'my number is five five',
    'I would like to book a table',
  ])('is not sure of "%s"', (text) => expect(soundsComplete(text)).toBe(false));
});
