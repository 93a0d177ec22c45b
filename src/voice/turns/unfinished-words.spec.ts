import { endOfWords, soundsComplete, soundsLikePreface, soundsUnfinished } from './unfinished-words.js';

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
    'I think that',
    'the problem is that',
    'what I mean is that',
    'what happened was that',
    'do you know what he is',
    'what I need is',
    'the man who was there was',
    'What time do you?',
    'how long does it',
    'Could you please?',
    'which of the rooms could',
    'what time does',
    'will my daughter',
    'and is the doctor',
    'we have had no water since',
    'what time do you open on',
    'please tell the doctor that',
    'what kind of food can you',
    'we want to know where you',
    'do you have a nice',
    'and then',
    'so let me think',
    'I just need to know where',
    'I was wondering on a Sunday',
    'is there anything that might',
    'do you still have',
  ])('waits for the rest of "%s"', (text) => expect(soundsUnfinished(text)).toBe(true));

  it.each([
    '',
    'where are you',
    'what can you do',
    'what does it do',
    'tell me what you can',
    'when she could',
    'do the usual',
    'is it yours now',
    'how are you',
    'yes',
    'I would like to cancel',
    'tell me the price',
    'call me',
    'where are we',
    'when is it',
    'what can I get',
    'what do you have',
    'that is all they know',
    'can you help',
    'is it yours',
    "no it isn't",
    "no I can't",
    'I would like that',
    'yes I want to do that',
    'tell me what it is',
    'Who am I talking to?',
    'which street is the bakery on',
    'what street are you in',
    'so do you repair that',
    'what can you help me with',
    'when can we come in',
    "what's your name then",
    'I was wondering if you could help',
  ])('does not wait after "%s"', (text) => expect(soundsUnfinished(text)).toBe(false));
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
    'can you please repeat that',
    'do you know how expensive it is',
    'what is that',
    'so how much was that',
  ])('is sure of "%s"', (text) => expect(soundsComplete(text)).toBe(true));

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
    'when we get to the hotel',
  ])('is not sure of "%s"', (text) => expect(soundsComplete(text)).toBe(false));
});

describe('endOfWords', () => {
  it.each(['I would like to know.', 'Can you tell me?', 'How much?'])(
    'ignores a full stop or question mark at the end of "%s"',
    (text) => expect(endOfWords(text, true)).toBe('open'),
  );

  it('trusts the model when grammar is neutral', () => {
    const text = 'The last time I was there.';
    const ends = [0.1, 0.5, 0.9].map((completeness) => endOfWords(text, true, { completeness }));
    expect(ends).toEqual(['open', 'unclear', 'complete']);
  });

  it('trusts grammar over an unsure model', () => {
    expect(endOfWords('Where are you?', true, { completeness: 0.2 })).toBe('complete');
    expect(endOfWords('Where are you?', true, { completeness: 0.05 })).toBe('unclear');
    expect(endOfWords('My name is', true, { completeness: 0.7 })).toBe('open');
    expect(endOfWords('Tell him who I am', true, { completeness: 0.9 })).toBe('unclear');
  });

  it('doubts words with an unfinished alternative', () => {
    const heard = { completeness: 0.9, alternatives: ['Could you give me some idea of the?'] };
    expect(endOfWords('Could you give me some idea of that?', true, heard)).toBe('doubtful');
    expect(endOfWords('Could you give me some idea?', true, { ...heard, alternatives: ['an idea'] })).toBe(
      'complete',
    );
  });

  it('waits for the clause after a subordinate one', () => {
    expect(endOfWords('If we turn up at nine', true, { completeness: 0.5 })).toBe('open');
    expect(endOfWords('When my parents were over last year', true, { completeness: 0.7 })).toBe('doubtful');
    expect(endOfWords('If I come after nine can I still eat', true, { completeness: 0.9 })).toBe('complete');
  });

  it.each(['Yes.', 'No.', 'Two.', 'Hello.', 'Tuesday.', 'Half past seven.', 'Is it far?'])(
    'never waits longer after "%s" because of the model alone',
    (text) => expect(endOfWords(text, true, { completeness: 0.01 })).not.toBe('open'),
  );

  it('waits for the rest of a spelled-out number regardless of the model', () => {
    expect(endOfWords('My number is four, four.', true, { completeness: 0.9 })).toBe('open');
    expect(endOfWords('You can reach me at 555', true, { completeness: 0.9 })).toBe('open');
    expect(endOfWords('My number is five five five one two three four.', true, { completeness: 0.9 })).toBe(
      'complete',
    );
    expect(endOfWords('A table for two', true, { completeness: 0.9 })).toBe('complete');
  });

  it('knows that counts and times are no spelled-out numbers', () => {
    expect(endOfWords('Move my booking from five to six.', true, { completeness: 0.9 })).not.toBe('open');
    expect(endOfWords('My booking number is five, six.', true, { completeness: 0.9 })).toBe('open');
  });

  it('ends questions in other languages at a question mark', () => {
    expect(endOfWords('Wann haben Sie geöffnet?', false)).toBe('complete');
    expect(endOfWords('Ich weiß nicht, was.', false, { completeness: 0.1 })).toBe('unclear');
  });
});

describe('soundsLikePreface', () => {
  it.each([
    'I lost my ticket at the airport.',
    'My mother is visiting us this week',
    'If we come after nine',
    'when we get to the hotel',
    "we're four people with a baby",
  ])('expects a question after "%s"', (text) => expect(soundsLikePreface(text)).toBe(true));

  it.each([
    'I would like to cancel it',
    'I need your address please',
    'My brother is with me, is that okay?',
    'If I come after nine can I still eat',
    'when do you close',
    "That's all.",
    'I live here',
    'Where are you?',
  ])('expects nothing after "%s"', (text) => expect(soundsLikePreface(text)).toBe(false));
});
