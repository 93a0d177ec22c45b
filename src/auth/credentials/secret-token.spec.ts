import { hashToken, isWellFormedToken, newSecretToken } from './secret-token.js';

describe('secret tokens', () => {
  it('are well formed for their own prefix only', () => {
    const key = newSecretToken('esk');
    expect(key).toMatch(/^esk_[0-9A-Za-z]{49}$/);
    expect(isWellFormedToken('esk', key)).toBe(true);
    expect(isWellFormedToken('ect', key)).toBe(false);
  });

  it('are rejected with any one character changed, removed or added', () => {
    const key = newSecretToken('esk');
    for (let i = 4; i < key.length; i++) {
      const other = key[i] === 'a' ? 'b' : 'a';
      expect(isWellFormedToken('esk', key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
    }
    expect(isWellFormedToken('esk', key.slice(0, -1))).toBe(false);
    expect(isWellFormedToken('esk', `${key}0`)).toBe(false);
  });

  it('are unique and hash to 32 bytes', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, () => newSecretToken('ect')));
    expect(tokens.size).toBe(1_000);
    expect(hashToken('x')).toHaveLength(32);
  });
});
