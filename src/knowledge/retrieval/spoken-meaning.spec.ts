import { providerFault } from '../../providers/index.js';
import { AgentFault } from '../../voice/index.js';
import { SpokenMeaning } from './spoken-meaning.js';

const nobody = () => undefined;

/** Requests that end on command, each with a vector that counts them. */
function spoken(waitMs: number) {
  const asked: { words: string; end: (fault?: AgentFault) => Promise<void> }[] = [];
  const embed = (words: string) =>
    new Promise<Float32Array>((resolve, reject) => {
      const vector = Float32Array.of(asked.length + 1);
      const end = async (fault?: AgentFault) => {
        if (fault) reject(fault);
        else resolve(vector);
        await new Promise(setImmediate);
      };
      asked.push({ words, end });
    });
  return { asked, meaning: new SpokenMeaning({ embed, waitMs }) };
}

describe("embedding of the caller's words", () => {
  it('is requested once and reused for the same words', async () => {
    const { asked, meaning } = spoken(60_000);
    const first = meaning.of('is a puppy welcome', nobody);
    await asked[0]?.end();
    for (const known of [await first, await meaning.of('is a puppy welcome', nobody)])
      expect(known).toMatchObject({ vector: Float32Array.of(1) });
    expect(asked).toHaveLength(1);
  });

  it("uses a prefix's embedding when the server is slow, with one request at a time", async () => {
    const { asked, meaning } = spoken(1);
    expect(await meaning.of('is a', nobody)).toEqual({ fault: 'PROVIDER_TIMEOUT' });
    expect(await meaning.of('is a puppy', nobody)).toEqual({ fault: 'PROVIDER_TIMEOUT' });
    expect(asked.map(({ words }) => words)).toEqual(['is a']);
    await asked[0]?.end();
    expect(await meaning.of('is a puppy welcome', nobody)).toMatchObject({ vector: Float32Array.of(1) });
    expect(asked.map(({ words }) => words)).toEqual(['is a', 'is a puppy welcome']);
  });

  it('is requested again when the words change and time remains', async () => {
    const { asked, meaning } = spoken(60_000);
    void meaning.of('is a poppy', nobody);
    const told = meaning.of('is a puppy welcome', nobody);
    await asked[0]?.end();
    await asked[1]?.end();
    expect([await told, asked[1]?.words]).toMatchObject([
      { vector: Float32Array.of(2) },
      'is a puppy welcome',
    ]);
  });

  it('never uses the embedding of other words', async () => {
    const { asked, meaning } = spoken(1);
    void meaning.of('is a puppy welcome', nobody);
    await asked[0]?.end();
    expect(await meaning.of('when is breakfast', nobody)).toEqual({ fault: 'PROVIDER_TIMEOUT' });
  });

  it('is unavailable for the reason the server gave', async () => {
    const { asked, meaning } = spoken(60_000);
    const told = meaning.of('hello', nobody);
    await asked[0]?.end(new AgentFault(providerFault.refused, 'No.', false));
    expect(await told).toEqual({ fault: 'PROVIDER_REFUSED' });
  });
});
