import { BeamSearch } from './beam-search.js';
import { END_TOKEN, type MoonshineModel } from './moonshine-model.js';

const [LOOP, WORD] = [500, 600];
const SECONDS = 4;

/** Says one token again and again, or, less likely, another one and then nothing more. */
const loopingModel = () => {
  const after = (token: number | undefined): Float32Array => {
    const next = new Float32Array(1_000).fill(-30);
    next[token === WORD ? END_TOKEN : LOOP] = -0.1;
    if (token === undefined) next[WORD] = -2;
    return next;
  };
  return {
    begin: () => Promise.resolve({ logLikelihoods: [after(undefined)], gone: undefined }),
    goOn: (_heard: unknown, _gone: unknown, _origins: unknown, last: readonly number[]) =>
      Promise.resolve({ logLikelihoods: last.map((token) => after(token)), gone: undefined }),
  } as unknown as MoonshineModel;
};

/** Says one of two tokens, the second one that much less likely, and then nothing more. */
const endingModel = (less: number) => {
  const predicted = (scores: Readonly<Record<number, number>>) => {
    const next = new Float32Array(1_000).fill(-30);
    for (const [token, score] of Object.entries(scores)) next[Number(token)] = score;
    return next;
  };
  return {
    begin: () =>
      Promise.resolve({ logLikelihoods: [predicted({ [LOOP]: -0.1, [WORD]: less - 0.1 })], gone: undefined }),
    goOn: (_heard: unknown, _gone: unknown, origins: readonly number[]) =>
      Promise.resolve({
        logLikelihoods: origins.map(() => predicted({ [END_TOKEN]: -0.1 })),
        gone: undefined,
      }),
  } as unknown as MoonshineModel;
};

const transcripts = async (wanted: number): Promise<readonly (readonly number[])[]> => {
  const search = new BeamSearch(loopingModel(), { beam: 4, wanted, tokenBonus: 0.8 });
  const found = await search.run({} as never, SECONDS, () => false);
  return found.map(({ tokens }) => tokens);
};

describe('BeamSearch', () => {
  it('drops transcripts that repeat themselves when others are wanted, too', async () => {
    const [best] = await transcripts(12);
    expect(best).toEqual([WORD]);
  });

  it('cuts a repetition if only one transcript is wanted', async () => {
    expect(await transcripts(1)).toEqual([[LOOP]]);
  });

  it.each([
    [-1, [[WORD]]],
    [-3, []],
  ])('returns another transcript that is nearly as likely, %d below the best', async (less, others) => {
    const search = new BeamSearch(endingModel(less), { beam: 4, wanted: 1 });
    const [best] = await search.run({} as never, SECONDS, () => false);
    expect(best).toMatchObject({ tokens: [LOOP], alternatives: others });
  });
});
