import { excerpt } from './api-error.js';

describe('excerpt of client text in an error message', () => {
  it('is cut to 100 characters, never within one', () => {
    expect(excerpt('x'.repeat(100))).toBe('x'.repeat(100));
    expect(excerpt('x'.repeat(101))).toBe(`${'x'.repeat(99)}…`);
    expect(excerpt('🙂'.repeat(60))).toBe(`${'🙂'.repeat(49)}…`);
  });

  it('escapes invisible and text-reversing characters', () => {
    expect(excerpt('a\u202eb\u200bc\nd\u0000e\u2028f')).toBe('a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf');
  });
});
