import { BackgroundLevel } from './background-level.js';

const MARGIN_DB = 7;
const window = (level: number) => ({ probability: 0.9, endMs: 0, levels: [level, level, level, level] });

describe('BackgroundLevel', () => {
  it('hides voices that are no louder than what is always there, and not one that is nearer', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.015 + 0.003 * (at % 3)));
    expect(background.hides(window(0.02))).toBe(true);
    expect(background.hides(window(0.06))).toBe(false);
  });

  it('hides nothing where it is quiet, however soft the voice', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.0003));
    expect(background.hides(window(0.0004))).toBe(false);
  });

  it('hides nothing of a voice in music that is taken for none, and again what is behind it once there are voices', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    const note = (at: number) => ({ ...window(0.015 + 0.003 * (at % 3)), probability: 0.02 });
    for (let at = 0; at < 94; at++) background.hides(note(at));
    const softWord = Array.from({ length: 20 }, () => background.hides(window(0.02), true));
    expect(softWord).not.toContain(true);
    for (let at = 0; at < 40; at++) background.hides(window(0.015 + 0.003 * (at % 3)));
    expect(background.hides(window(0.02))).toBe(true);
  });

  it('tells how loud it is around the caller by windows without a voice, and not before there are some', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 60; at++) background.hides(window(0.1), true);
    for (let at = 0; at < 7; at++) background.hides({ ...window(0.01), probability: 0.1 });
    expect(background.usualLevel).toBe(0);
    background.hides({ ...window(0.01), probability: 0.1 });
    expect(background.usualLevel).toBeCloseTo(0.01, 5);
  });

  it('takes no caller for a background who speaks for seconds on end', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    const hidden = Array.from({ length: 200 }, (_, at) =>
      background.hides(window(at % 8 === 0 ? 0.001 : 0.05)),
    );
    expect(hidden.filter((_, at) => at % 8 !== 0)).not.toContain(true);
  });

  it('lets a voice begin only where it stands out from what comes and goes in a crowd, and go on below that', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.01 * 10 ** ((at % 10) / 20)));
    const between = window(0.03);
    expect(background.hides(between)).toBe(true);
    expect(background.hides(between, true)).toBe(false);
    expect(background.hides(window(0.05))).toBe(false);
  });

  it('takes a voice that stays below that for half a second for the crowd', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.01 * 10 ** ((at % 10) / 20)));
    expect(background.hides(window(0.05), true)).toBe(false);
    const after = Array.from({ length: 16 }, () => background.hides(window(0.03), true));
    expect([after[0], after.at(-1)]).toEqual([false, true]);
  });

  it('learns nothing from what may be the echo of the agent', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.015 + 0.003 * (at % 3)));
    for (let at = 0; at < 20; at++) background.hides({ ...window(0.0003), isEcho: true });
    expect(background.hides(window(0.02))).toBe(true);
  });

  it('hears a caller out who speaks for eight seconds without a gap on a street', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    for (let at = 0; at < 94; at++) background.hides(window(0.01));
    const hidden = Array.from({ length: 250 }, (_, at) =>
      background.hides(window(0.025 + 0.01 * (at % 4)), true),
    );
    expect(hidden).not.toContain(true);
  });

  it('knows a crowd that is there from the first moment of a call within a tenth of a second, and hides nothing without a margin', () => {
    const background = new BackgroundLevel(MARGIN_DB);
    const none = new BackgroundLevel(0);
    for (let at = 0; at < 2; at++) expect(background.hides(window(0.02))).toBe(false);
    expect(background.hides(window(0.02))).toBe(true);
    for (let at = 0; at < 94; at++) expect(none.hides(window(0.02))).toBe(false);
  });
});
