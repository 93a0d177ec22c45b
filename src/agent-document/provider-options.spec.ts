import { optionProblems } from './provider-options.js';

const fallbacks = [{ provider: 'b', options: { httpOptions: {} } }];

describe('provider options', () => {
  it.each([
    [{ traditional: { llm: { provider: 'a', options: { reasoning_effort: 'low', top_p: 0.5 } } } }, []],
    [
      { traditional: { llm: { provider: 'a', options: { stream: false, messages: [] } } } },
      [
        '/models/traditional/llm/options/stream is set by Earshot: leave it out',
        '/models/traditional/llm/options/messages is set by Earshot: leave it out',
      ],
    ],
    [
      { traditional: { stt: { provider: 'a', options: { callback: 'https://example.com/' } } } },
      ['/models/traditional/stt/options/callback is set by Earshot: leave it out'],
    ],
    [
      { traditional: { tts: { provider: 'a', options: { input: 'x' } } } },
      ['/models/traditional/tts/options/input is set by Earshot: leave it out'],
    ],
    [
      { endToEnd: { provider: 'a', fallbacks } },
      ['/models/endToEnd/fallbacks/0/options/httpOptions is set by Earshot: leave it out'],
    ],
    [
      { endToEnd: { provider: 'a', options: { metadata: 'x'.repeat(4_000) } } },
      ['/models/endToEnd/options must have at most 4000 characters of JSON, not 4015'],
    ],
  ])('rejects options that Earshot sets itself or that are too long: %j', (models, problems) => {
    expect(optionProblems(models, '/models')).toEqual(problems);
  });
});
