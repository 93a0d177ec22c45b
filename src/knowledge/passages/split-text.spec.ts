import { splitText } from './split-text.js';

describe('splitting text into passages', () => {
  it('keeps a short text whole and returns nothing for an empty one', () => {
    expect(splitText('We are open from nine to five.')).toEqual([
      { title: '', text: 'We are open from nine to five.' },
    ]);
    expect(splitText(' \n\n# Only a heading\n')).toEqual([]);
  });

  it("splits at headings and attaches each passage's headings", () => {
    const text =
      '# Hotel\nWelcome.\n## Breakfast\nFrom seven.\n## Parking ##\nBehind the house.\n# Contact\nCall us.';
    expect(splitText(text)).toEqual([
      { title: 'Hotel', text: 'Welcome.' },
      { title: 'Hotel › Breakfast', text: 'From seven.' },
      { title: 'Hotel › Parking', text: 'Behind the house.' },
      { title: 'Contact', text: 'Call us.' },
    ]);
  });

  it('ignores headings inside code blocks', () => {
    expect(splitText('```\n# no heading\n```')).toEqual([{ title: '', text: '```\n# no heading\n```' }]);
  });

  it('loses no word of a long text and keeps passages within 1,600 characters', () => {
    const sentence = 'This is a sentence of some length that says nothing at all, number ';
    const text = Array.from(
      { length: 200 },
      (_, i) => `${sentence}${i}.${i % 40 === 39 ? '\n\n' : ' '}`,
    ).join('');
    const passages = splitText(`${text}\n\n${'x'.repeat(5_000)}`);
    expect(Math.max(...passages.map((passage) => passage.text.length))).toBeLessThanOrEqual(1_600);
    const words = (of: string) => of.split(/\s+/).filter((word) => !word.startsWith('x'));
    expect(words(passages.map((passage) => passage.text).join(' ')).join(' ')).toBe(
      words(text).join(' ').trim(),
    );
    expect(
      passages.map((passage) => passage.text.match(/x{2,}/)?.[0].length ?? 0).reduce((a, b) => a + b),
    ).toBe(5_000);
  });

  it('never splits a character', () => {
    const text = `# a${'😀'.repeat(300)}\n\na${'😀'.repeat(2_000)}`;
    const whole = splitText(text).every(({ title, text: piece }) => !/\p{Surrogate}/u.test(title + piece));
    expect(whole).toBe(true);
  });

  it('takes bounded time for hostile headings and lines', () => {
    const begun = process.cpuUsage();
    splitText(`# ${'# '.repeat(500_000)}x\n${' '.repeat(1_000_000)}x\n${'\n '.repeat(500_000)}`);
    expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
  });
});
