import { patient, run } from '../../../test/support/turn-script.js';
import type { TurnTakingEvent, TurnTakingParameters } from './index.js';

const parameters: TurnTakingParameters = { ...patient, judgesOverlaps: true };
const ONSET_MS = 1_000;

const speaks: TurnTakingEvent = { kind: 'agent-started', atMs: 0, speech: 'reply' };
const started: TurnTakingEvent = { kind: 'caller-started', atMs: ONSET_MS + 70, onsetMs: ONSET_MS };
const stopped = (endMs: number): TurnTakingEvent => ({ kind: 'caller-stopped', atMs: endMs + 130, endMs });
const own = (atMs: number, match: number): TurnTakingEvent => ({ kind: 'own-voice-heard', atMs, match });
const words = (atMs: number, count = 3): TurnTakingEvent => ({
  kind: 'words-so-far',
  atMs,
  count,
  unfinished: false,
  settled: true,
});
const sounds = (sinceOnsetMs: number, interruption: number): TurnTakingEvent => ({
  kind: 'overlap-heard',
  atMs: ONSET_MS + sinceOnsetMs,
  evidence: { sinceOnsetMs, interruption, notDirected: 0.1, backchannel: 0, tic: 0 },
});
const later: TurnTakingEvent = { kind: 'tick', atMs: 6_000 };

/** What is decided and when, without how loud the agent is and why it was decided. */
const decided = (events: readonly TurnTakingEvent[], some: Partial<TurnTakingParameters> = {}): string[] =>
  run(events, { ...parameters, ...some }, 0)
    .filter((line) => !/softer|as loud as ever/.test(line))
    .map((line) => line.replace(/@.*| by .*/, ''));

describe("the agent's own voice from the caller's loudspeaker", () => {
  const echo = [started, sounds(200, -2), own(1_240, 0.9), sounds(300, -2), own(1_320, 0.85)];

  it('interrupts nobody by its words, and is not asked for them', () => {
    expect(decided([speaks, ...echo, words(1_400), sounds(500, -2), stopped(1_600), later])).toEqual([
      '1070 begin-turn',
      '1730 discard-turn',
      '1730 echo',
    ]);
  });

  it('does so where the words come before the sound has been compared', () => {
    const early = [started, sounds(100, -2), words(1_150), sounds(200, -2), stopped(1_100)];
    expect(decided([speaks, ...early, own(1_240, 0.9), sounds(300, -2), later])).toEqual([
      '1070 begin-turn',
      '1700 discard-turn',
      '1700 echo',
    ]);
  });

  it('is known less surely where its way shakes, if it also sounds like no interruption', () => {
    const shaken = (interruption: number) => [
      started,
      own(1_240, 0.65),
      ...[sounds(300, interruption), words(1_400)],
      sounds(500, interruption),
    ];
    expect(decided([speaks, ...shaken(-2)])).toEqual(['1070 begin-turn']);
    expect(decided([speaks, ...shaken(-0.5)])).toContain('1400 interruption');
  });

  it('is not taken for an interruption by its length', () => {
    const long = Array.from({ length: 40 }, (_, index) => sounds(300 + 100 * index, -0.1));
    expect(decided([speaks, ...echo, ...long.slice(1)])).toEqual(['1070 begin-turn']);
  });

  it('counts for nothing where a caller speaks over it, by the words or by the sound', () => {
    expect(decided([speaks, ...echo, own(1_500, 0.4), words(1_550)])).toEqual([
      '1070 begin-turn',
      '1550 pause-agent',
      '1550 interruption',
    ]);
    expect(decided([speaks, ...echo, sounds(500, 0.5), words(1_550)])).toEqual([
      '1070 begin-turn',
      '1550 pause-agent',
      '1550 interruption',
    ]);
    expect(decided([speaks, ...echo, sounds(500, 3)])).toEqual([
      '1070 begin-turn',
      '1500 pause-agent',
      '1500 interruption',
    ]);
  });

  it("is no caller's turn when it comes back after the agent has finished, however late its words are", () => {
    const tail = [started, own(1_240, 0.9), { kind: 'agent-finished', atMs: 1_300 } as const];
    const heard = ['1070 begin-turn', '1630 discard-turn'];
    expect(decided([speaks, ...tail, words(1_560), stopped(1_500), later])).toEqual(heard);
    const after = [{ kind: 'agent-finished', atMs: 900 } as const, started, own(1_240, 0.9)];
    expect(decided([speaks, ...after, stopped(1_500), words(1_640), later])).toEqual(heard);
  });

  it('is answered by nobody where it was too short to be known before it ended', () => {
    const short = [started, stopped(1_080), own(1_240, 0.9), words(1_250)];
    expect(decided([speaks, { kind: 'agent-finished', atMs: 900 }, ...short, later])).toEqual([
      '1070 begin-turn',
      '1580 discard-turn',
    ]);
  });

  it('leaves the turn of a caller who answers at once to the caller', () => {
    const after = [{ kind: 'agent-finished', atMs: 900 } as const, started, own(1_240, 0.5), own(1_400, 0.9)];
    expect(decided([speaks, ...after, stopped(1_500), later])).toEqual(['1070 begin-turn', '2000 end-turn']);
  });

  it('has an agent that it paused go on, where sounds are not judged', () => {
    const some = { judgesOverlaps: false };
    expect(decided([speaks, started, own(1_300, 0.9), words(1_400), stopped(1_500), later], some)).toEqual([
      '1070 begin-turn',
      '1100 pause-agent',
      '1630 discard-turn',
      '1630 resume-agent',
    ]);
  });
});
