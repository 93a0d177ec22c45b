import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as later } from 'node:timers/promises';
import { SileroDetector } from '../../src/engines/local/index.js';
import { CallerListener, type CallerVoiceEvent } from '../../src/voice/caller/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { until } from '../support/until.js';
import { turnEndModelFile } from './turn-end-model-file.js';

const RATE_HZ = 16_000;
const FRAME_SAMPLES = 320;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turn-end-'));
});

afterAll(() => rm(folder, { recursive: true }));

const fail = (error: unknown) => {
  throw error;
};

async function fileOf(name: string, content: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const loaded = async (path: string) => await SileroDetector.create(fail, path);

describe('a model that hears whether a turn is over', () => {
  it('judges what the caller said whenever it falls silent in an open turn, and nothing else', async () => {
    const detector = await loaded(await fileOf('steep.onnx', turnEndModelFile(40, 0)));
    const events: CallerVoiceEvent[] = [];
    const listener = new CallerListener(detector, RATE_HZ, (event) => events.push(event));
    const told = () =>
      events.flatMap((event) => (event.kind === 'turn-end-judged' ? [event.probability] : []));
    let atMs = 0;
    const hear = async (samples: Int16Array) => {
      for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
        atMs += 20;
        listener.hear({ samples: samples.subarray(at, at + FRAME_SAMPLES), atMs });
        // No faster than it is judged, or the detector would drop what waits.
        for (let waits = 0; Math.max(0, listener.heardUntilMs) < atMs - 60 && waits < 10_000; waits++)
          await later();
      }
    };
    const sentence = await synthesise('Where are you?', RATE_HZ);
    const silence = new Int16Array(RATE_HZ);

    await hear(sentence);
    await hear(silence);
    expect(events.filter(({ kind }) => kind === 'caller-stopped')).toHaveLength(1);
    expect(told()).toEqual([]);

    listener.listen(atMs, () => undefined);
    await hear(sentence);
    await hear(silence);
    await until('the model has judged', () => told().length === 1);
    const [probability = 0] = told();
    expect(probability).toBeGreaterThan(0);
    expect(probability).toBeLessThan(1);
    expect(probability).toBeCloseTo((await detector.turnEnds?.judge(sentence)) ?? -1, 1);
    expect(await detector.turnEnds?.judge(silence)).not.toBeCloseTo(probability, 2);
    listener.close();
    await detector.close();
  });

  it('leaves turns to silence and words when more of them wait than it can judge in time', async () => {
    const detector = await loaded(await fileOf('even.onnx', turnEndModelFile(0, 0)));
    const asked = Array.from({ length: 12 }, () => detector.turnEnds!.judge(new Int16Array(16_000)));
    const answers = await Promise.all(asked);
    expect(answers.filter((probability) => probability === 0.5)).toHaveLength(8);
    expect(answers.filter((probability) => probability === undefined)).toHaveLength(4);
    await detector.close();
  });

  it('is refused with what is wrong: no file, no model, another input, no probability', async () => {
    await expect(loaded(join(folder, 'missing.onnx'))).rejects.toThrow(
      /END_OF_TURN_MODEL: .*missing.onnx can not/,
    );
    await expect(loaded(await fileOf('text.onnx', 'no model'))).rejects.toThrow(
      /can not be loaded as an ONNX model/,
    );
    const other = await fileOf('other.onnx', turnEndModelFile(1, 0, 'audio'));
    await expect(loaded(other)).rejects.toThrow(
      /takes audio and gives probability; wanted is .* input_features/,
    );
  });
});
