import { providerWords } from './provider-words.js';

const KEY = 'house-key-of-ours';

it.each<[string, unknown, string]>([
  [
    'OpenAI',
    { error: { message: 'You exceeded your quota.', type: 'insufficient_quota', code: null } },
    'You exceeded your quota.',
  ],
  [
    'vLLM',
    { object: 'error', message: 'Roles must alternate', type: 'BadRequestError', code: 400 },
    'Roles must alternate',
  ],
  ['Ollama', { error: "model 'x' not found" }, "model 'x' not found"],
  [
    'FastAPI',
    { detail: [{ loc: ['body', 'n'], msg: 'Extra inputs are not permitted' }] },
    'body.n: Extra inputs are not permitted',
  ],
  [
    'ElevenLabs',
    { detail: { status: 'voice_not_found', message: 'A voice was not found.' } },
    'A voice was not found.',
  ],
  [
    'Gemini',
    [{ error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } }],
    'API key not valid.',
  ],
  ['Deepgram', { err_code: 'INVALID_AUTH', err_msg: 'Invalid credentials.' }, 'Invalid credentials.'],
  [
    'OpenRouter',
    {
      error: {
        message: 'Provider returned error',
        metadata: { raw: '{"object":"error","message":"Unexpected role"}' },
      },
    },
    'Unexpected role',
  ],
  ['a text', 'model is overloaded\n', 'model is overloaded'],
])('finds the error text in what %s returns', (_who, body, words) => {
  expect(providerWords(body)).toBe(words);
  expect(providerWords(typeof body === 'string' ? body : JSON.stringify(body))).toBe(words);
});

it.each(['', '  ', '<html><body>502</body></html>', '{}', '[]', 'null', undefined, 7])(
  'finds no error text in %j',
  (body) => {
    expect(providerWords(body)).toBeUndefined();
  },
);

it.each([
  [`The key ${KEY} is wrong.`, 'The key … is wrong.'],
  ['Incorrect API key provided: sk-proj-abcdefghijklmnop.', 'Incorrect API key provided: ….'],
  ['Incorrect API key provided: ab12****wxyz', 'Incorrect API key provided: …'],
  ['authorization: Bearer abc.def', 'authorization: …'],
  ['key AIzaSyA1234567890abcdefghij is blocked', 'key … is blocked'],
  ['hash 0a1b2c3d4e5f60718293a4b5c6d7e8f9', 'hash …'],
])('removes secrets: %s', (said, shown) => {
  expect(providerWords({ error: { message: said } }, [KEY, undefined])).toBe(shown);
});

it('keeps model names, and returns one bounded line', () => {
  const name = 'The model gemini-3.1-flash-live-preview-2026-05 does not exist';
  expect(providerWords(name)).toBe(name);
  const long = providerWords({ message: `a\u0000\n\tb ${'x '.repeat(100_000)}` })!;
  expect(long.length).toBeLessThanOrEqual(300);
  expect(long.startsWith('a b x')).toBe(true);
  expect(providerWords(`Wrong. ${'**'.repeat(20_000)}`)).toBe('Wrong.');
  expect(providerWords('eyJyyyyyyyy-'.repeat(3_000))).toBeUndefined();
});
