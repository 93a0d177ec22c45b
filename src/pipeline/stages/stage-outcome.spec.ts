import { AppConfig } from '../../common/config/index.js';
import { Metrics } from '../../common/metrics/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import { providerFault, ProviderMetrics } from '../../providers/index.js';
import { Cancelled } from './stage-outcome.js';
import { StageChain, StageMember } from './stage-chain.js';

describe('ProviderMetrics', () => {
  it('counts requests per provider and outcome, including fallbacks', async () => {
    const metrics = new Metrics(AppConfig.fromEnvironment({}));
    const stages = new ProviderMetrics(metrics);
    const member = (name: string) => new StageMember(name, {}).watchedBy(stages.of('llm', name));
    const [first, second] = [member('first'), member('second')];
    const chain = new StageChain(
      'acc_test',
      [first, second].map((each) => ({ member: each, modelId: undefined })),
      () => undefined,
    );
    const { signal } = new AbortController();
    await chain.run({
      signal,
      attempt: ({ member: asked }) => {
        if (asked === first) throw new AgentFault(providerFault.timeout, 'late', true);
        asked.firstAfter(120);
        return Promise.resolve();
      },
    });
    await expect(first.attempt('acc_test', () => Promise.reject(new Cancelled()))).rejects.toThrow(Cancelled);
    const text = await metrics.registry.metrics();
    const seen = (provider: string, outcome: string) =>
      new RegExp(
        `requests_total\\{stage="llm",provider="${provider}",outcome="${outcome}"[^}]*\\} (\\d)`,
      ).exec(text)?.[1];
    expect([seen('first', providerFault.timeout), seen('first', 'cancelled'), seen('first', 'ok')]).toEqual([
      '1',
      '1',
      '0',
    ]);
    expect(seen('second', 'ok')).toBe('1');
    expect(text).toMatch(/first_seconds_bucket\{le="0.2",[^}]*stage="llm",provider="second"[^}]*\} 1/);
  });
});
