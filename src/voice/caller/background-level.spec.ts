import { BackgroundLevel } from './background-level.js';

const MARGIN_DB = 7;
const window = (level: number) => ({ probability: 0.9, endMs: 0, levels: [level, level, level, level] });

describe('BackgroundLevel', () => {
  it('hides voices at the usual background level, but not a nearer one', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.015 + 0.003 * (at % 3)));
    expect(background.hides(window(0.02))).toBe(true);
    expect(background.hides(window(0.06))).toBe(false);
  });

  it('hides nothing in quiet surroundings, however soft the voice', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.0003));
    expect(background.hides(window(0.0004))).toBe(false);
  });

  it('keeps a soft voice over music, and hides background voices once there are some', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    const note = (at: number) => ({ ...window(0.015 + 0.003 * (at % 3)), probability: 0.02 });
    for (let at = 0; at < 94; at++) background.hides(note(at));
    const softWord = Array.from({ length: 20 }, () => background.hides(window(0.02), true));
    expect(softWord).not.toContain(true);
    for (let at = 0; at < 40; at++) background.hides(window(0.015 + 0.003 * (at % 3)));
    expect(background.hides(window(0.02))).toBe(true);
  });

  it('measures the background from windows without voice, after enough of them', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 60; at++) background.hides(window(0.1), true);
    for (let at = 0; at < 7; at++) background.hides({ ...window(0.01), probability: 0.1 });
    expect(background.usualLevel).toBe(0);
    background.hides({ ...window(0.01), probability: 0.1 });
    expect(background.usualLevel).toBeCloseTo(0.01, 5);
  });

  it('does not treat a caller who speaks for seconds as background', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    const hidden = Array.from({ length: 200 }, (_, at) =>
      background.hides(window(at % 8 === 0 ? 0.001 : 0.05)),
    );
    expect(hidden.filter((_, at) => at % 8 !== 0)).not.toContain(true);
  });

  it("requires a voice to rise above a crowd's peaks to start, but not to continue", () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.01 * 10 ** ((at % 10) / 20)));
    const between = window(0.03);
    expect(background.hides(between)).toBe(true);
    expect(background.hides(between, true)).toBe(false);
    expect(background.hides(window(0.05))).toBe(false);
  });

  it('treats a voice below the peaks for half a second as the crowd', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.01 * 10 ** ((at % 10) / 20)));
    expect(background.hides(window(0.05), true)).toBe(false);
    const after = Array.from({ length: 16 }, () => background.hides(window(0.03), true));
    expect([after[0], after.at(-1)]).toEqual([false, true]);
  });

  it('ignores possible echo of the agent', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.015 + 0.003 * (at % 3)));
    for (let at = 0; at < 20; at++) background.hides({ ...window(0.0003), isEcho: true });
    expect(background.hides(window(0.02))).toBe(true);
  });

  it('keeps a caller who speaks for eight seconds without a gap on a street', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.01));
    const hidden = Array.from({ length: 250 }, (_, at) =>
      background.hides(window(0.025 + 0.01 * (at % 4)), true),
    );
    expect(hidden).not.toContain(true);
  });

  it('detects a crowd at the start of a call within 100 ms, and hides nothing without a margin', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    const none = new BackgroundLevel(0);
    for (let at = 0; at < 2; at++) expect(background.hides(window(0.02))).toBe(false);
    expect(background.hides(window(0.02))).toBe(true);
    for (let at = 0; at < 94; at++) expect(none.hides(window(0.02))).toBe(false);
  });
});
