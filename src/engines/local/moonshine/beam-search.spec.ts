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
});
