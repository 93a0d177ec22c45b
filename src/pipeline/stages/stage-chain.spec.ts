import { AgentFault } from '../../voice/agent-adapter.js';
import { StageChain, StageMember } from './stage-chain.js';

const BREAK_MS = 10_000;
const FALLBACK_AFTER_MS = 1_500;

/** Providers by name that fail while listed in `failing`, and turns of accounts that use them. */
function stage(...names: string[]) {
  const clock = { nowMs: 0 };
  const failing = new Set<string>();
  const members = names.map((name) => new StageMember(name, name, { nowMs: () => clock.nowMs }));
  const { signal } = new AbortController();
  /** Takes a turn. @returns The providers called, with their timeouts. */
  const turn = async (accountId = 'acc_a') => {
    const asked: [string, number][] = [];
    const chain = new StageChain(
      accountId,
      members.map((member) => ({ member, modelId: undefined })),
      () => undefined,
      FALLBACK_AFTER_MS,
    );
    const attempt = ({ member }: { member: StageMember<string> }, patienceMs: number) => {
      asked.push([member.name, patienceMs]);
      if (failing.has(member.name))
        return Promise.reject(new AgentFault('PROVIDER_ERROR', 'It failed', true));
      return Promise.resolve(member.name);
    };
    const answer = await chain.run({ signal, attempt }).catch((error: unknown) => error);
    return { asked, answer };
  };
  const namesOf = async (accountId?: string) => (await turn(accountId)).asked.map(([name]) => name);
  return { clock, failing, turn, asked: namesOf };
}

describe('providers of a stage', () => {
  it('are tried in order, skipping one after three failures until a trial succeeds', async () => {
    const { clock, failing, asked } = stage('first', 'second');
    failing.add('first');
    for (let turn = 0; turn < 3; turn++) expect(await asked()).toEqual(['first', 'second']);
    expect(await asked()).toEqual(['second']);
    clock.nowMs = BREAK_MS;
    expect(await asked()).toEqual(['first', 'second']);
    expect(await asked()).toEqual(['second']);
    failing.clear();
    clock.nowMs = 2 * BREAK_MS;
    expect(await asked()).toEqual(['first']);
    expect(await asked()).toEqual(['first']);
  });

  it('are tried by one turn at a time after failing', async () => {
    const { clock, failing, asked } = stage('first', 'second');
    failing.add('first');
    for (let turn = 0; turn < 3; turn++) await asked();
    clock.nowMs = BREAK_MS;
    expect(await Promise.all([asked(), asked(), asked()])).toEqual([
      ['first', 'second'],
      ['second'],
      ['second'],
    ]);
  });

  it('are tracked per account', async () => {
    const { failing, asked } = stage('first', 'second');
    failing.add('first');
    for (let turn = 0; turn < 10; turn++) await asked('acc_a');
    failing.clear();
    expect(await asked('acc_b')).toEqual(['first']);
  });

  it('are still tried when all keep failing: a turn without a reply ends the call', async () => {
    const { failing, turn } = stage('first', 'second');
    failing.add('first').add('second');
    for (let time = 0; time < 3; time++) await turn();
    failing.delete('second');
    expect(await turn()).toEqual({
      asked: [
        ['first', FALLBACK_AFTER_MS],
        ['second', Infinity],
      ],
      answer: 'second',
    });
  });

  it('are tried every turn when there is only one', async () => {
    const { failing, turn } = stage('only');
    failing.add('only');
    for (let time = 0; time < 5; time++)
      expect(await turn()).toMatchObject({
        asked: [['only', Infinity]],
        answer: { code: 'PROVIDER_ERROR' },
      });
    failing.clear();
    expect(await turn()).toMatchObject({ answer: 'only' });
  });

  it('get unlimited time when no other provider is available', async () => {
    const { failing, turn } = stage('first', 'second');
    failing.add('second').add('first');
    for (let time = 0; time < 3; time++) await turn();
    failing.delete('first');
    await turn();
    expect((await turn()).asked).toEqual([['first', Infinity]]);
  });
});
