import { SileroDetector } from '../../src/engines/local/index.js';
import { CallerListener } from '../../src/voice/caller/index.js';
import type { OverlapEvidence } from '../../src/voice/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { concat } from '../support/audio.js';
import { until } from '../support/until.js';

const RATE_HZ = 16_000;
const FRAME = RATE_HZ / 50;
const silence = (lengthMs: number) => new Int16Array((RATE_HZ * lengthMs) / 1_000);

let detector: SileroDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});
afterAll(() => detector.close());

/** Overlap verdicts after each chunk, when the agent is speaking or silent. */
async function heard(samples: Int16Array, agentSpeaks: boolean): Promise<OverlapEvidence[]> {
  const evidence: OverlapEvidence[] = [];
  const listener = new CallerListener(detector, RATE_HZ, (event) => {
    if (event.kind === 'overlap-heard') evidence.push(event.evidence);
  });
  const audio = concat([silence(400), samples, silence(600)]);
  for (let at = 0; at + FRAME <= audio.length; at += FRAME) {
    const atMs = ((at + FRAME) * 1_000) / RATE_HZ;
    listener.hear({ samples: audio.subarray(at, at + FRAME), atMs }, agentSpeaks);
    await until('the frame is judged', () => Math.max(0, listener.heardUntilMs) >= atMs - 64);
  }
  listener.close();
  return evidence;
}

/** The usual level of calls. */
const quieter = (samples: Int16Array, gain: number) => samples.map((sample) => sample * gain);

const most = (evidence: readonly OverlapEvidence[], of: (one: OverlapEvidence) => number) =>
  Math.max(...evidence.filter(({ sinceOnsetMs }) => sinceOnsetMs >= 320 && sinceOnsetMs < 700).map(of));

describe('voice over the agent', () => {
  it.each(['stop', 'wait', 'can you repeat that please'])(
    'sounds like an interruption within 700 ms: "%s"',
    async (words) => {
      const evidence = await heard(quieter(await synthesise(words, RATE_HZ), 0.5), true);
      expect(most(evidence, ({ interruption }) => interruption)).toBeGreaterThan(1.44);
    },
  );

  it.each(['yeah', 'okay', 'right'])('does not sound like an interruption: "%s"', async (words) => {
    const evidence = await heard(quieter(await synthesise(words, RATE_HZ), 0.5), true);
    expect(evidence.length).toBeGreaterThan(10);
    expect(most(evidence, ({ interruption }) => interruption)).toBeLessThan(1.21);
    expect(most(evidence, ({ backchannel, tic }) => backchannel + tic)).toBeGreaterThan(0.6);
  });

  it('is ignored while the agent is silent', async () => {
    expect(await heard(await synthesise('stop', RATE_HZ), false)).toEqual([]);
  });
});
