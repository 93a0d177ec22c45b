import { SileroDetector } from '../../src/engines/local/index.js';
import { type VoiceActivityDetector } from '../../src/voice/caller/index.js';
import type { Brain, BrainReply } from '../stand-ins/index.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { callThrough } from './support/engines.js';
import { WeatherService } from './support/weather-service.js';

const CLAIM = 'I have booked your table.';
const FAILURE = 'I could not book that.';
const claim: BrainReply = { kind: 'say', text: CLAIM };
const claimAndCall: BrainReply = {
  kind: 'call',
  name: 'book_table',
  arguments: '{"city":"Bern"}',
  text: CLAIM,
};

let detector: VoiceActivityDetector;

beforeAll(async () => {
  detector = await SileroDetector.create((error) => {
    throw error;
  });
});

useVirtualTime();

afterAll(() => detector.close());

/** What the model says after the tool, and after the caller has asked it to stop. */
const then =
  (first: BrainReply, after: string): Brain =>
  ({ history }) => {
    const isLater = history.some((turn) => turn.role === 'tool' || JSON.stringify(turn).includes('stop'));
    return isLater ? { kind: 'say', text: after } : first;
  };

/** @param path Of the tool's service. */
async function call(brain: Brain, path: '/now' | '/slow' = '/now', mode: 'warn' | 'hold' = 'hold') {
  const service = keep(await WeatherService.start());
  const tool = { ...service.tool(path), name: 'book_table', description: 'Books a table.' };
  const filler = { afterMs: 300, say: ['One moment.'] };
  const claimCheck = { mode, onFailure: FAILURE };
  let words = 'a table please';
  const agent = { claimCheck, tools: [{ ...tool, filler }] };
  const asked = await callThrough('cascade', detector, { brain, ears: () => words }, agent);
  await asked.say('A table, please.');
  return {
    asked,
    sayStop: () => {
      words = 'please stop';
      return asked.say('Please stop.');
    },
  };
}

it('withholds a claim that no call proves, and says the words of the document if the model insists', async () => {
  const { asked } = await call(() => claim);
  await asked.untilAgentSaid(1);
  expect(asked.words('agent')).toEqual([FAILURE]);
  expect(asked.all('claim')).toMatchObject([
    { sentence: CLAIM, verdict: 'unproven', reason: 'no-call', said: false },
    { said: false },
  ]);
});

it('says a claim once the call that the same message makes has succeeded, and records that call', async () => {
  const { asked } = await call(then(claimAndCall, 'Goodbye then.'));
  await asked.untilAgentSaid(1);
  expect(asked.words('agent')).toEqual([`${CLAIM} Goodbye then.`]);
  const [{ callId } = { callId: '' }] = asked.all('tool-call');
  const [{ turnId } = { turnId: '' }] = asked.all('transcript').filter(({ speaker }) => speaker === 'agent');
  expect(asked.all('claim')).toMatchObject([{ verdict: 'proven', callId, turnId, said: true }]);
});

it('fills the time of the call, and withholds the claim if that fails', async () => {
  const { asked } = await call(then(claimAndCall, 'That did not work.'), '/slow');
  await asked.untilAgentSaid(1);
  expect(asked.words('agent')).toEqual(['One moment. That did not work.']);
  expect(asked.all('claim')).toMatchObject([{ verdict: 'unproven', reason: 'failed', said: false }]);
});

it('says nothing of a withheld sentence after the caller has interrupted', async () => {
  const { asked, sayStop } = await call(then(claimAndCall, 'All right.'), '/slow');
  await asked.until(() => asked.all('tool-started').length > 0);
  await sayStop();
  await asked.until(() => asked.words('agent').includes('All right.'));
  expect(asked.words('agent').join(' ')).not.toContain('booked');
});

it('says all at once with `warn`, and records what is not proven', async () => {
  const { asked } = await call(() => claim, '/now', 'warn');
  await asked.untilAgentSaid(1);
  expect(asked.words('agent')).toEqual([CLAIM]);
  expect(asked.all('claim')).toMatchObject([{ verdict: 'unproven', reason: 'no-call', said: true }]);
});

it('knows what the agent before it did', async () => {
  const done = {
    kind: 'tool',
    callId: 'tcall_1',
    name: 'book_table',
    arguments: '{}',
    answer: 'ok',
  } as const;
  const options = { brain: () => claim, ears: () => 'thank you' };
  const asked = await callThrough('cascade', detector, options, { claimCheck: { mode: 'hold' } }, [done]);
  await asked.say('Thank you.');
  await asked.untilAgentSaid(1);
  expect(asked.words('agent')).toEqual([CLAIM]);
  expect(asked.all('claim')).toMatchObject([{ verdict: 'proven', callId: 'tcall_1' }]);
});
