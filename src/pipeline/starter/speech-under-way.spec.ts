import { SpeechUnderWay } from './speech-under-way.js';

const PIECES = [Int16Array.of(1, 2), Int16Array.of(3), Int16Array.of(4, 5, 6)] as const;

/** Speech whose chunks are made on demand. */
function speech() {
  let add: (samples: Int16Array) => void = () => undefined;
  let end: (error?: Error) => void = () => undefined;
  const underWay = new SpeechUnderWay((onPiece) => {
    add = onPiece;
    return new Promise((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
  });
  return { underWay, add: (at: 0 | 1 | 2) => add(PIECES[at]), end: (error?: Error) => end(error) };
}

async function all(pieces: AsyncIterable<Int16Array>): Promise<number[]> {
  const heard: number[] = [];
  for await (const piece of pieces) heard.push(...piece);
  return heard;
}

describe('speech under synthesis', () => {
  it('streams as soon as the first audio exists', async () => {
    const { underWay, add } = speech();
    const reader = underWay.read();
    const first = reader.next();
    add(0);
    expect(await first).toEqual({ done: false, value: PIECES[0] });
  });

  it('plays from the start for every reader', async () => {
    const { underWay, add, end } = speech();
    const early = all(underWay.read());
    add(0);
    add(1);
    const late = all(underWay.read());
    add(2);
    end();
    const after = all(underWay.read());
    expect(await Promise.all([early, late, after])).toEqual(Array(3).fill([1, 2, 3, 4, 5, 6]));
    expect([...(await underWay.whole)]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('fails for every reader when synthesis fails', async () => {
    const { underWay, add, end } = speech();
    const readers = [all(underWay.read()), all(underWay.read())];
    add(0);
    end(new Error('the worker died'));
    const outcomes = await Promise.allSettled([...readers, all(underWay.read()), underWay.whole]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  });
});
