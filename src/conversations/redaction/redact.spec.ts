import { redact, REDACTIONS } from './redact.js';

const all = new Set(REDACTIONS);
const cards = new Set(['card_numbers'] as const);
const one = (text: string, kinds: Parameters<typeof redact>[1] = all) => redact([text], kinds)[0];

describe('redact', () => {
  it.each([
    ['My card is 4242 4242 4242 4242, please.', 'My card is [card number], please.'],
    ['It is 4242-4242-4242-4242.', 'It is [card number].'],
    ['378282246310005', '[card number]'],
    ['four two four two four two four two four two four two four two four two', '[card number]'],
    ['forty two forty two, 4242 and then double four... no, stop', undefined],
    ['4242 4242 4242 4242 expires 12 27', '[card number] expires 12 27'],
  ])('redacts card numbers in %j', (text, expected) => {
    if (expected === undefined) expect(one(text, cards)).toBe(text);
    else expect(one(text, cards)).toBe(expected);
  });

  it('keeps numbers that fail the card checksum when only cards are redacted', () => {
    expect(one('Order 4242 4242 4242 4243.', cards)).toBe('Order 4242 4242 4242 4243.');
  });

  it.each([
    ['Write to ann.lee+x@mail.example.co.uk today', 'Write to [email address] today'],
    ['it is john dot smith at example dot com', '[email address]'],
    ['j o h n at gmail dot com', '[email address]'],
    ['Das ist anna punkt meier ät beispiel punkt de.', '[email address].'],
  ])('redacts email addresses in %j', (text, expected) => {
    expect(one(text)).toContain(expected);
    expect(one(text)).not.toMatch(/example|gmail|beispiel|smith/);
  });

  it.each([
    ['Call +44 (1632) 960-001 now', 'Call +[phone number] now'],
    ['oh one six three two nine six zero double oh one', '[phone number]'],
    ['My number is five five five, uh, twelve thirty four.', 'My number is [phone number].'],
  ])('redacts phone numbers in %j', (text, expected) => {
    expect(one(text)).toBe(expected);
  });

  it.each([
    ['We are open from nine to five, one to three on Sundays.'],
    ['On 2026-05-04 it cost 1,250,000.50 in total.'],
    ['Meet me at the dot.'],
    ['One or two of the three? No one knows.'],
  ])('leaves %j unchanged', (text) => {
    expect(one(text)).toBe(text);
  });

  it('finds a number split over several texts and keeps the number of texts', () => {
    expect(redact(['It is 4242 4242', '4242', '4242. Is that all?'], cards)).toEqual([
      'It is [card number]',
      '[card number]',
      '[card number]. Is that all?',
    ]);
  });

  it('takes bounded time for hostile text', () => {
    const texts = ['a '.repeat(8_000), '1 '.repeat(8_000), `${'a.'.repeat(8_000)}@`, 'one '.repeat(4_000)];
    const began = process.cpuUsage();
    for (const text of texts) one(text);
    // Processor time, not wall-clock time: other suites run concurrently.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000);
  });
});
