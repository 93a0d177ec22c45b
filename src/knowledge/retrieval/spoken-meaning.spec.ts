import { providerFault } from '../../providers/index.js';
import { AgentFault } from '../../voice/index.js';
import { SpokenMeaning } from './spoken-meaning.js';

const nobody = () => undefined;

/** Requests that end when they are told to, each with a vector that counts them. */
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

describe('what a caller means', () => {
  it('is asked for once, and known for the same words', async () => {
    const { asked, meaning } = spoken(60_000);
    const first = meaning.of('is a puppy welcome', nobody);
    await asked[0]?.end();
    for (const known of [await first, await meaning.of('is a puppy welcome', nobody)])
      expect(known).toMatchObject({ vector: Float32Array.of(1) });
    expect(asked).toHaveLength(1);
  });

  it('is what the beginning of the words means where a server is late, and one request is under way at a time', async () => {
    const { asked, meaning } = spoken(1);
    expect(await meaning.of('is a', nobody)).toEqual({ fault: 'PROVIDER_TIMEOUT' });
    expect(await meaning.of('is a puppy', nobody)).toEqual({ fault: 'PROVIDER_TIMEOUT' });
    expect(asked.map(({ words }) => words)).toEqual(['is a']);
    await asked[0]?.end();
    expect(await meaning.of('is a puppy welcome', nobody)).toMatchObject({ vector: Float32Array.of(1) });
    expect(asked.map(({ words }) => words)).toEqual(['is a', 'is a puppy welcome']);
  });

  it('is asked for anew where the words have become others, as long as there is time', async () => {
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

  it('is not what other words mean', async () => {
    const { asked, meaning } = spoken(1);
    void meaning.of('is a puppy welcome', nobody);
    await asked[0]?.end();
    expect(await meaning.of('when is breakfast', nobody)).toEqual({ fault: 'PROVIDER_TIMEOUT' });
  });

  it('is unknown for the reason that the server gave', async () => {
    const { asked, meaning } = spoken(60_000);
    const told = meaning.of('hello', nobody);
    await asked[0]?.end(new AgentFault(providerFault.refused, 'No.', false));
    expect(await told).toEqual({ fault: 'PROVIDER_REFUSED' });
  });
});
