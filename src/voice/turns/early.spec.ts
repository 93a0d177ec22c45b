import { run as runScript } from '../../../test/support/turn-script.js';
import { DEFAULT_TURN_TAKING, type TurnTakingEvent, type TurnTakingParameters } from './index.js';

const patient = { ...DEFAULT_TURN_TAKING, hangUpAfterSilenceMs: 0, noInputPromptMs: 0 };

/** Decisions about replies, with their times. */
const run = (events: readonly TurnTakingEvent[], settings: Partial<TurnTakingParameters> = {}): string[] =>
  runScript(events, { ...patient, ...settings }, 20_000)
    .map((line) => line.replace(/@.*/, ''))
    .filter((line) => /(early|end-turn)$/.test(line));

const started = (onsetMs: number): TurnTakingEvent => ({
  kind: 'caller-started',
  atMs: onsetMs + 60,
  onsetMs,
});
const hushed = (endMs: number): TurnTakingEvent => ({ kind: 'caller-hushed', atMs: endMs + 50, endMs });
const fading = (endMs: number): TurnTakingEvent => ({ kind: 'caller-fading', atMs: endMs + 30, endMs });
const wentOn = (atMs: number): TurnTakingEvent => ({ kind: 'caller-went-on', atMs });
const stopped = (endMs: number): TurnTakingEvent => ({ kind: 'caller-stopped', atMs: endMs + 140, endMs });
const words = (atMs: number, more: { unfinished?: boolean; settled?: boolean } = {}): TurnTakingEvent => ({
  kind: 'words-so-far',
  atMs,
  count: 3,
  unfinished: false,
  settled: true,
  ...more,
});

describe('preemptive generation', () => {
  it('starts with the words at a silence, long before the turn ends', () => {
    expect(run([started(1_000), hushed(2_000), words(2_060), stopped(2_000)])).toEqual([
      '2080 begin-early',
      '2500 end-turn',
    ]);
  });

  it('is abandoned when the caller continues and restarts at the next silence', () => {
    const script = [started(1_000), hushed(2_000), words(2_060), wentOn(2_130), hushed(3_000), words(3_060)];
    expect(run([...script, stopped(3_000)])).toEqual([
      '2080 begin-early',
      '2130 abandon-early',
      '3080 begin-early',
      '3500 end-turn',
    ]);
    expect(run([started(1_000), hushed(2_000), stopped(2_000), words(2_200), started(2_300)])[1]).toBe(
      '2360 abandon-early',
    );
  });

  it('is abandoned when the silence began later, and restarts with the words up to then', () => {
    const script = [started(1_000), fading(2_000), words(2_060)];
    const log = run([...script, hushed(2_100), words(2_200), stopped(2_100)]);
    expect(log).toEqual(['2080 begin-early', '2150 abandon-early', '2200 begin-early', '2600 end-turn']);
    expect(run([...script, { ...hushed(2_000), atMs: 2_150 }, stopped(2_000)])).toEqual([
      '2080 begin-early',
      '2500 end-turn',
    ]);
  });

  it('is limited per turn', () => {
    const pauses = [0, 1_000, 2_000, 3_000].flatMap((atMs) => [
      hushed(2_000 + atMs),
      words(2_060 + atMs),
      ...(atMs < 3_000 ? [wentOn(2_130 + atMs)] : [stopped(2_000 + atMs)]),
    ]);
    const log = run([started(1_000), ...pauses], { earlyAttempts: 2 });
    expect(log.filter((line) => line.endsWith('begin-early'))).toEqual([
      '2080 begin-early',
      '3080 begin-early',
    ]);
    expect(log.at(-1)).toBe('5500 end-turn');
  });

  it('needs complete words: unfinished, still spoken or missing ones start nothing', () => {
    const unfinished = words(2_060, { unfinished: true });
    expect(run([started(1_000), hushed(2_000), unfinished, stopped(2_000)])).toEqual(['3500 end-turn']);
    const partial = words(2_060, { settled: false });
    expect(run([started(1_000), hushed(2_000), partial, stopped(2_000)])).toEqual(['2500 end-turn']);
    expect(run([started(1_000), words(1_500), hushed(2_000), stopped(2_000)])).toEqual(['2500 end-turn']);
  });

  it('needs a longer silence for providers without partial transcripts', () => {
    const unheard = { earlyNeedsWords: false, earlyAfterMs: 150 };
    expect(run([started(1_000), hushed(2_000), stopped(2_000)], unheard)).toEqual([
      '2150 begin-early',
      '2500 end-turn',
    ]);
    expect(
      run([started(1_000), hushed(2_000), wentOn(2_120), hushed(3_000), stopped(3_000)], unheard),
    ).toEqual(['3150 begin-early', '3500 end-turn']);
  });

  it('starts only when enabled and during silence', () => {
    const turn = [started(1_000), hushed(2_000), words(2_060), stopped(2_000)];
    expect(run(turn, { beginsEarly: false })).toEqual(['2500 end-turn']);
    const agent: TurnTakingEvent = { kind: 'agent-started', atMs: 10, speech: 'reply' };
    expect(run([agent, ...turn]).filter((line) => line.endsWith('early'))).toEqual([]);
  });
});
