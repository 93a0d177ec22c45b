import { patient, run } from '../../../test/support/turn-script.js';
import type { TurnTakingEvent, TurnTakingParameters } from './index.js';

const started = (onsetMs: number): TurnTakingEvent => ({
  kind: 'caller-started',
  atMs: onsetMs + 70,
  onsetMs,
});
const crowdStopped = (crowdFromMs: number): TurnTakingEvent => ({
  kind: 'caller-stopped',
  atMs: crowdFromMs + 3_500,
  endMs: crowdFromMs + 3_400,
  crowdFromMs,
});
const words = (atMs: number): TurnTakingEvent => ({
  kind: 'words-so-far',
  atMs,
  count: 3,
  unfinished: false,
});

const decided = (events: readonly TurnTakingEvent[], some: Partial<TurnTakingParameters> = {}): string[] =>
  run(events, { ...patient, beginsEarly: false, ...some }, 60_000).map((line) => line.replace(/@.*/, ''));

describe('a crowd that was taken for the caller', () => {
  const crowd = [started(1_000), crowdStopped(1_100)];

  it('is not answered', () => {
    expect(decided(crowd)).toEqual(['1070 begin-turn', '4600 discard-turn']);
  });

  it('is not answered whatever words a recogniser found in it', () => {
    const heard = [started(1_000), words(2_000), crowdStopped(1_100)];
    expect(decided(heard)).toEqual(['1070 begin-turn', '4600 discard-turn']);
  });

  it('takes nothing from what the caller said before it', () => {
    const stopped: TurnTakingEvent = { kind: 'caller-stopped', atMs: 1_130, endMs: 1_000 };
    const both = [started(0), stopped, started(1_200), crowdStopped(1_300)];
    expect(run(both, { ...patient, beginsEarly: false }, 60_000)).toEqual([
      '70 begin-turn@0',
      '4800 end-turn@1000',
    ]);
  });

  it('does not take away the answer to what the caller said before it', () => {
    const asked = [
      started(0),
      { kind: 'caller-stopped', atMs: 1_130, endMs: 1_000 },
      { kind: 'turn-understood', atMs: 1_700, outcome: 'words' },
    ] as const;
    expect(decided([...asked, started(1_800), crowdStopped(1_900)])).toEqual([
      '70 begin-turn',
      expect.stringMatching('end-turn'),
      '1870 begin-turn',
      '1900 cancel-reply',
      expect.stringMatching('end-turn'),
    ]);
  });

  it('lets the agent go on that it silenced', () => {
    const speaks: TurnTakingEvent = { kind: 'agent-started', atMs: 500, speech: 'reply' };
    const lines = decided([speaks, ...crowd], { falseInterruptionMs: 10_000 });
    expect(lines).toEqual(['1070 begin-turn', '1100 pause-agent', '4600 discard-turn', '4600 resume-agent']);
  });
});
