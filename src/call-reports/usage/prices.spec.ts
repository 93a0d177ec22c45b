import { costOf, type Prices } from './prices.js';

const prices: Prices = {
  currency: 'USD',
  prices: [
    {
      provider: 'openai',
      model: 'realtime',
      inputPerMillionTokens: 4,
      cachedPerMillionTokens: 0.4,
      audioInputPerMillionTokens: 32,
      outputPerMillionTokens: 16,
      audioOutputPerMillionTokens: 64,
    },
    { provider: 'openai', stage: 'tts', perMillionCharacters: 15 },
    { provider: 'deepgram', perAudioMinute: 0.006 },
  ],
};

describe('costOf', () => {
  it('prices text, cached tokens and audio separately', () => {
    const used = {
      stage: 'endToEnd',
      provider: 'openai',
      model: 'realtime',
      inputTokens: 1_000_000,
      cachedTokens: 500_000,
      audioInputTokens: 250_000,
      outputTokens: 200_000,
      audioOutputTokens: 100_000,
    };
    expect(costOf(used, prices)).toBeCloseTo(0.25 * 4 + 0.5 * 0.4 + 0.25 * 32 + 0.1 * 16 + 0.1 * 64, 10);
  });

  it('prices audio by the minute and speech by the character', () => {
    expect(
      costOf({ stage: 'stt', provider: 'deepgram', model: 'nova-3', audioMs: 90_000 }, prices),
    ).toBeCloseTo(0.009, 10);
    expect(costOf({ stage: 'tts', provider: 'openai', model: 'any', characters: 2_000 }, prices)).toBeCloseTo(
      0.03,
      10,
    );
  });

  it('returns no cost without a price', () => {
    expect(costOf({ stage: 'llm', provider: 'openai', model: 'other', inputTokens: 5 }, prices)).toBe(
      undefined,
    );
  });
});
