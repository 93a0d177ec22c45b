import { VoiceFinder } from './voice-finder.js';

const WINDOW_MS = 32;
const MARGIN_DB = 6;
const SILENCE = -90;

/** What is found of a voice in windows that are so loud, in dB below full scale; where it is silent there is none. */
function found(
  dbfs: readonly number[],
  isVoice = (at: number) => dbfs[at] !== SILENCE,
  marginDb = MARGIN_DB,
): string[] {
  const finder = new VoiceFinder(WINDOW_MS, marginDb);
  return dbfs.flatMap((level, index) => {
    const endMs = (index + 1) * WINDOW_MS;
    const levels = [10 ** (level / 20)];
    const { event } = finder.take({ probability: isVoice(index) ? 0.9 : 0.01, endMs, levels });
    if (event?.kind === 'caller-started') return `began ${event.onsetMs}`;
    if (event?.kind !== 'caller-stopped') return [];
    return event.crowdFromMs === undefined ? 'ended' : `ended, a crowd from ${event.crowdFromMs} on`;
  });
}

const windowsOf = (windows: number, level: (at: number) => number) =>
  Array.from({ length: windows }, (_, at) => level(at));
const silence = (windows: number) => windowsOf(windows, () => SILENCE);
/** As six voices at once: within 5 dB. */
const crowd = (windows: number, dbfs = -35) => windowsOf(windows, (at) => dbfs + ((at * 7) % 5) * 1.2);
/** As one voice: soft consonants, and between words nothing but what is around it. */
const voice = (windows: number, floorDbfs: number, dbfs = -25) =>
  windowsOf(windows, (at) => Math.max(floorDbfs, at % 20 < 3 ? floorDbfs : dbfs - ((at * 7) % 5) * 2));

describe('VoiceFinder', () => {
  it('takes a crowd that begins all at once for a voice for three seconds, and then for what it is', () => {
    const events = found([...silence(100), ...crowd(300)]);
    expect(events).toEqual(['began 3200', 'ended, a crowd from 3296 on']);
  });

  it('does so across the gaps that are found in it', () => {
    const events = found([...silence(100), ...crowd(300)], (at) => at >= 100 && (at < 110 || at > 140));
    expect(events).toEqual(['began 3200', 'ended', 'began 4512', 'ended, a crowd from 3296 on']);
  });

  it('hears a voice that stands out from it from then on', () => {
    const events = found([...silence(100), ...crowd(200), ...voice(60, -35, -15), ...crowd(60)]);
    expect(events.slice(2)).toEqual([expect.stringMatching('began'), 'ended']);
  });

  it('does not say that a caller was a crowd who spoke over it as it was found', () => {
    const events = found([...silence(100), ...crowd(98), ...voice(60, -35, -15).slice(3), ...crowd(60)]);
    expect(events).toEqual(['began 3200', 'ended']);
  });

  it.each([
    ['in silence', SILENCE],
    ['on a street 10 dB below it', -35],
  ])('takes nobody for a crowd who speaks for ten seconds %s', (_, floorDbfs) => {
    const before = windowsOf(100, () => floorDbfs);
    expect(found([...before, ...voice(312, floorDbfs), ...before]).join()).not.toContain('crowd');
  });

  it('does not say that a voice before it was a crowd', () => {
    const events = found([...silence(100), ...voice(90, SILENCE, -15), ...crowd(250)]);
    expect(events.at(-1)).toBe('ended');
    expect(events.join()).not.toContain('crowd');
  });

  it('takes nobody for a crowd where nothing around the caller is hidden', () => {
    expect(found([...silence(100), ...crowd(300), ...silence(20)], undefined, 0)).toEqual([
      'began 3200',
      'ended',
    ]);
  });
});
