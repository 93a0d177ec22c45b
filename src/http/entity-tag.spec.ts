import { namesEntityTag } from './entity-tag.js';

const TAG = '"abc-1"';

describe('namesEntityTag', () => {
  it.each([
    '*',
    ' * ',
    '"abc-1"',
    'W/"abc-1"',
    '"x", "abc-1"',
    '"x","y" ,\tW/"abc-1"',
    '"a,b", "abc-1"',
    ',, "abc-1"',
  ])('finds it in %s', (header) => {
    expect(namesEntityTag(header, TAG)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'abc-1',
    '"abc-1',
    '"x"',
    '"abc-10"',
    '"x abc-1"',
    'nonsense, "abc-1"',
    '** "abc-1"',
  ])('does not find it in %s', (header) => {
    expect(namesEntityTag(header, TAG)).toBe(false);
  });

  it.each([
    ['blanks', (length: number) => `"x"${' '.repeat(length)}"`],
    ['blanks and commas', (length: number) => `"x"${' ,'.repeat(length / 2)}y`],
    ['open quotes', (length: number) => '"'.repeat(length)],
    ['weak marks', (length: number) => 'W/'.repeat(length / 2)],
  ])('takes linear time for a header of %s', (_name, header) => {
    // The same number of characters in total, so both take the same time; quadratic parsing would take 16 times as
    // long.
    const growth = costOf(header(80_000), 20) / costOf(header(5_000), 320);
    expect(growth).toBeLessThan(6);
  });
});

/** The minimum of several measurements of processor time, each long enough to make other threads negligible. */
function costOf(header: string, rounds: number): number {
  return Math.min(
    ...Array.from({ length: 7 }, () => {
      const begun = process.cpuUsage();
      for (let i = 0; i < rounds; i++) namesEntityTag(header, TAG);
      return Math.max(1_000, process.cpuUsage(begun).user);
    }),
  );
}
