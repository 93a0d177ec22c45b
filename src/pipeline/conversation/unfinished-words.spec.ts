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
    'That is what I have.',
  ])('waits for nothing after "%s"', (text) => expect(soundsUnfinished(text)).toBe(false));
});

describe('soundsComplete', () => {
  it('takes a question mark of the recogniser for the end of a question, and nothing else', () => {
    expect(soundsComplete('Where are you?')).toBe(true);
    expect(soundsComplete('where are you')).toBe(false);
    expect(soundsComplete('I am here.')).toBe(false);
  });
});
