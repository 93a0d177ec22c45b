import { askOnce } from '../../src/providers/ask-once.js';
import { AgentFault } from '../../src/voice/index.js';
import { type Behaviour, OpenAiStandIn } from '../stand-ins/index.js';
import { messages } from './support/adapters.js';

const TIMEOUT_MS = 300;

/** A query for analysis, judging or a handoff summary, without a caller waiting. */
const QUESTION = {
  instructions: 'Answer.',
  material: '{}',
  timeoutMs: TIMEOUT_MS,
  maxAnswerBytes: 100_000,
  signal: new AbortController().signal,
};

describe('single language model query', () => {
  let behaviour: Behaviour = 'normal';
  let model: OpenAiStandIn;
  beforeAll(async () => {
    model = await OpenAiStandIn.start({ apiKey: 'right', behaviour: () => behaviour });
  });
  afterAll(() => model.close());

  const ask = (apiKey = 'right', url = model.url) =>
    askOnce({ kind: 'openai', url, apiKey, model: 'small' }, messages.of('openai'), QUESTION);
  const faultOf = async (asked: Promise<unknown>) => {
    const fault: unknown = await asked.catch((error: unknown) => error);
    return fault instanceof AgentFault ? [fault.code, fault.retryable] : fault;
  };

  it('returns its answer, model and usage', async () => {
    behaviour = 'normal';
    const { text, ...rest } = await ask();
    expect([text.length > 0, rest]).toMatchObject([true, { model: 'small', used: { inputTokens: 20 } }]);
  });

  it.each<[Behaviour, string, boolean]>([
    ['refuse', 'PROVIDER_REFUSED', false],
    ['quota', 'PROVIDER_REFUSED', true],
    ['error', 'PROVIDER_ERROR', true],
    ['hang-at-connect', 'PROVIDER_TIMEOUT', true],
    ['slow', 'PROVIDER_TIMEOUT', true],
  ])('fails in time with a specific reason when the server does this: %s', async (how, code, again) => {
    behaviour = how;
    expect(await faultOf(ask())).toEqual([code, again]);
  });

  it('fails for a wrong key or an unreachable server', async () => {
    behaviour = 'normal';
    expect(await faultOf(ask('wrong'))).toEqual(['PROVIDER_REFUSED', false]);
    expect(await faultOf(ask('right', 'http://127.0.0.1:9/v1'))).toEqual(['PROVIDER_UNREACHABLE', true]);
  });
});
