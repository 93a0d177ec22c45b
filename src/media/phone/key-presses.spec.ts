import { KeyPresses, type KeyWay } from './key-presses.js';

/** Keys counted from these reports, 100 ms apart. */
function counted(reports: readonly (readonly [KeyWay, string])[]): string {
  const presses = new KeyPresses();
  return reports
    .filter(([way, key], index) => presses.isNew(way, key, index * 100))
    .map(([, key]) => key)
    .join('');
}

describe('key reported over several channels', () => {
  it.each([
    ['packet', 'signal'],
    ['signal', 'packet'],
    ['tone', 'signal'],
    ['signal', 'tone'],
  ] as const)('counts once, by %s before %s', (first, second) => {
    expect(
      counted([
        [first, '1'],
        [second, '1'],
      ]),
    ).toBe('1');
    expect(
      counted([
        [first, '1'],
        [first, '1'],
        [second, '1'],
        [second, '1'],
        [first, '2'],
        [second, '2'],
      ]),
    ).toBe('112');
  });

  it('counts as often as it is pressed over one channel', () => {
    expect(
      counted([
        ['signal', '7'],
        ['signal', '7'],
        ['signal', '7'],
      ]),
    ).toBe('777');
  });

  it('counts as another key after four seconds', () => {
    const presses = new KeyPresses();
    expect(presses.isNew('packet', '1', 0)).toBe(true);
    expect(presses.isNew('signal', '1', 4_000)).toBe(true);
  });
});
