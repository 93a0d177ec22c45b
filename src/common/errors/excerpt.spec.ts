import { excerpt } from './excerpt.js';

describe('what an error message repeats of a client’s text', () => {
  it('is cut to 100 characters, never within one', () => {
    expect(excerpt('x'.repeat(100))).toBe('x'.repeat(100));
    expect(excerpt('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
    expect(excerpt('🙂'.repeat(60))).toBe(`${'🙂'.repeat(49)}…`);
  });

  it('shows what would not be seen, or turn the text around', () => {
    expect(excerpt('a\u202eb\u200bc\nd\u0000e\u2028f')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf');
  });
});
