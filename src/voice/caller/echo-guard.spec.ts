import { EchoGuard } from './echo-guard.js';

const FRAME_MS = 20;
const FRAME_SAMPLES = 320;
const SECONDS = 6;

/** Voice levels per 20 ms: syllables of changing loudness with gaps. */
function voice(seed: number): number[] {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const levels: number[] = [];
  while (levels.length < SECONDS * 50) {
    const loudness = 0.05 + 0.15 * random();
    for (let frame = 0; frame < 4 + 8 * random(); frame++) levels.push(loudness * (0.5 + random()));
    for (let frame = 0; frame < 1 + 6 * random(); frame++) levels.push(0.0004);
  }
  return levels;
}

const frameOf = (level: number) =>
  Int16Array.from({ length: FRAME_SAMPLES }, (_, at) => level * 32_768 * Math.SQRT2 * Math.sin(at * 0.3));

const loudness = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length);

/** For each caller frame, the share left and whether it counts as voice. */
function judged(agent: readonly number[], caller: readonly number[]) {
  let now = 0;
  const guard = new EchoGuard((agoMs) => agent[now - Math.round(agoMs / FRAME_MS)] ?? 0);
  return caller.map((level, frame) => {
    now = frame;
    const samples = frameOf(level);
    const verdict = guard.judge(samples, 0);
    guard.mute(verdict, samples);
    return { left: loudness(samples) / level, shown: !verdict.hides };
  });
}

const heard = (agent: readonly number[], caller: readonly number[]) =>
  judged(agent, caller).map(({ left }) => left);

const share = (values: readonly number[], holds: (value: number) => boolean) =>
  values.filter(holds).length / values.length;

describe('EchoGuard', () => {
  const agent = voice(3);
  const lag = 9;
  const echo = agent.map((_, frame) => 0.1 * (agent[frame - lag] ?? 0) + 0.0003);

  it("removes the agent's own voice at any delay, from its first word on", () => {
    const left = heard(agent, echo);
    const audible = left.filter((_, frame) => (echo[frame] ?? 0) > 0.003);
    expect(share(audible, (part) => part > 0.6)).toBeLessThan(0.03);
  });

  it('does so with varying packet delay', () => {
    const shaken = echo.map(
      (_, frame) => echo[frame + [0, 1, 0, -1, -2, 0, 1][Math.floor(frame / 3) % 7]!] ?? 0,
    );
    const left = heard(agent, shaken).filter((_, frame) => (shaken[frame] ?? 0) > 0.003);
    expect(share(left, (part) => part > 0.6)).toBeLessThan(0.06);
  });

  it('reports no voice for echo alone, early or late', () => {
    for (const shifts of [[0], [0, 1, 0, -1, -2, 0, 1]]) {
      const shaken = echo.map(
        (_, frame) => echo[frame + shifts[Math.floor(frame / 3) % shifts.length]!] ?? 0,
      );
      const frames = judged(agent, shaken).filter((_, frame) => (shaken[frame] ?? 0) > 0.003);
      expect(frames.filter(({ shown }) => shown).length / frames.length).toBeLessThan(0.03);
    }
  });

  it("reports the caller's voice over the echo", () => {
    const own = voice(8).map((level, frame) => (frame < 150 ? 0 : level));
    const both = echo.map((level, frame) => level + (own[frame] ?? 0));
    const frames = judged(agent, both);
    const spoken = frames.filter((_, frame) => (own[frame] ?? 0) > 0.03);
    expect(spoken.filter(({ shown }) => shown).length / spoken.length).toBeGreaterThan(0.8);
    const firstLoud = own.findIndex((level) => level > 0.03);
    expect(frames.findIndex(({ shown }, frame) => shown && frame >= 150)).toBeLessThan(firstLoud + 10);
  });

  it('leaves a caller who speaks over the echo unchanged', () => {
    const from = 150;
    const own = voice(8).map((level, frame) => (frame < from ? 0 : level));
    const both = echo.map((level, frame) => level + (own[frame] ?? 0));
    const left = heard(agent, both).filter((_, frame) => (own[frame] ?? 0) > 0.03);
    expect(share(left, (part) => part > 0.9)).toBeGreaterThan(0.85);
  });

  it('leaves a caller without echo unchanged, also during double talk', () => {
    const caller = voice(21);
    const left = heard(agent, caller).filter((_, frame) => (caller[frame] ?? 0) > 0.03);
    expect(share(left, (part) => part > 0.9)).toBeGreaterThan(0.97);
  });

  it('does not mistake a crowd for echo once the agent has spoken for a moment', () => {
    for (const seed of [21, 34, 55, 89]) {
      const crowd = voice(seed).map((level, frame) => 0.012 + (frame % 50 < 25 ? 0.25 : 0.05) * level);
      const shown = judged(agent, crowd)
        .slice(40)
        .map(({ left }) => left);
      expect(share(shown, (part) => part > 0.9)).toBeGreaterThan(0.97);
    }
  });

  it('hears a soft caller as soon as the agent is silent', () => {
    const brief = agent.map((level, frame) => (frame < 25 ? level : 0));
    const caller = voice(5).map((level) => level / 10);
    const left = heard(brief, caller).filter((_, frame) => frame >= 100 && (caller[frame] ?? 0) > 0.003);
    expect(share(left, (part) => part > 0.9)).toBe(1);
  });
});
