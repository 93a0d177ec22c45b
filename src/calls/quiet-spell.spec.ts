import { QuietSpell } from './quiet-spell.js';

describe('a quiet spell', () => {
  it('is told of once, when it has lasted long enough', () => {
    const quiet = new QuietSpell(10_000);
    expect(quiet.hasLasted(0, 0)).toBe(false);
    expect(quiet.hasLasted(0, 9_999)).toBe(false);
    expect(quiet.hasLasted(0, 10_000)).toBe(true);
    expect(quiet.hasLasted(0, 60_000)).toBe(false);
  });

  it('begins anew when the last call has ended', () => {
    const quiet = new QuietSpell(10_000);
    quiet.hasLasted(0, 0);
    expect(quiet.hasLasted(1, 5_000)).toBe(false);
    expect(quiet.hasLasted(0, 12_000)).toBe(false);
    expect(quiet.hasLasted(0, 22_000)).toBe(true);
    quiet.hasLasted(2, 30_000);
    quiet.hasLasted(0, 40_000);
    expect(quiet.hasLasted(0, 50_000)).toBe(true);
  });
});
