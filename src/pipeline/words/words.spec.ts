import { AgentWords } from './agent-words.js';
import { WordReplacer } from './replace-words.js';

describe('WordReplacer', () => {
  it('replaces whole words and phrases once, longest first, ignoring case', () => {
    const words = new WordReplacer([
      ['SQL', 'sequel'],
      ['MySQL', 'my sequel'],
      ['new york', 'NY'],
      ['sequel', 'never'],
      ['C++', 'see plus plus'],
    ]);
    expect(words.apply('MySQL and sql, NEW  York; SQLite and C++!')).toBe(
      'my sequel and sequel, NY; SQLite and see plus plus!',
    );
  });

  it('requires a word boundary and prefers the longest match', () => {
    const words = new WordReplacer([
      ['new', 'N'],
      ['new york', 'NY'],
      ['new york city', 'NYC'],
      ['ñandú', 'rhea'],
    ]);
    expect(words.apply('new york cities, new yorker, renew, new\n york  city')).toBe(
      'NY cities, N yorker, renew, NYC',
    );
    expect(words.apply('An ÑANDÚ')).toBe('An rhea');
  });

  it('leaves text unchanged without words', () => {
    expect(new WordReplacer([]).apply('As it is.')).toBe('As it is.');
  });
});

describe('AgentWords', () => {
  const links =
    'See https://www.example.com/menu, http://a.example:8080/x/y/z?id=1#top or (https://b.example/?q=1#x).';
  it('read web addresses aloud, and spell them out for voices that need it', () => {
    const words = new AgentWords({ languageCode: 'en-GB' });
    expect(words.spoken(links)).toBe('See example.com/menu, a.example or (b.example).');
    expect(words.spoken('Mail ann@example.com.')).toBe('Mail ann@example.com.');
    expect(words.spoken(links, { wantsForms: true })).toBe(
      'See example dot com slash menu, a dot example or (b dot example).',
    );
    expect(new AgentWords({ languageCode: 'ja' }).spoken(links, { wantsForms: true })).toContain(
      'example.com/menu',
    );
  });

  it('leave numbers to voices that read them, unless configured otherwise', () => {
    const text = 'It costs $5.';
    expect(new AgentWords({}).spoken(text)).toBe(text);
    expect(new AgentWords({ speech: { spokenForms: true } }).spoken(text)).toBe('It costs five dollars.');
    expect(new AgentWords({ speech: { spokenForms: false } }).spoken(text, { wantsForms: true })).toBe(text);
  });
});
