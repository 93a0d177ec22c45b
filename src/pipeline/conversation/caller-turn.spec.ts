import { AgentFault } from '../../voice/agent-adapter.js';
import { StageChain, StageMember, type SpeechToText } from '../stages/index.js';
import { CallerTurn } from './caller-turn.js';

const ACCOUNT = 'acc_test';

/** A recognizer that never hears anything. */
const DEAF: SpeechToText = {
  capabilities: { streaming: false },
  begin: () => ({
    push: () => undefined,
    end: () => Promise.reject(new AgentFault('PROVIDER_ERROR', 'It failed', true)),
    cancel: () => undefined,
  }),
};

it("a discarded turn does not affect its provider's health", async () => {
  const member = new StageMember('deaf', DEAF);
  const chain = new StageChain(ACCOUNT, [{ member, modelId: undefined }], () => undefined);
  const turn = () =>
    new CallerTurn({
      ...{
        chain,
        agent: { schemaVersion: 1 },
        caller: {},
        wantsPartials: false,
        budgetMs: 10_000,
      },
      signal: new AbortController().signal,
      onWords: () => undefined,
      used: () => undefined,
      meant: (heard) => heard,
    });
  const fail = () => expect(turn().end()).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
  await fail();
  await fail();
  const discarded = turn();
  discarded.cancel();
  await expect(discarded.end()).rejects.toThrow();
  expect(member.breakers.isOpen(ACCOUNT)).toBe(false);
  await fail();
  expect(member.breakers.isOpen(ACCOUNT)).toBe(true);
});
