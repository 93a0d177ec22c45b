import { AppConfig } from '../../src/common/config/index.js';
import { Metrics } from '../../src/common/metrics/index.js';
import { ProviderMetrics } from '../../src/providers/index.js';
import { GeminiStandIn, RealtimeStandIn, type Behaviour } from '../stand-ins/index.js';
import { atOnce as it, keep } from '../support/scoped.js';
import { useVirtualTime } from '../support/virtual-time.js';
import { geminiAdapter, realtimeAdapter, shortBudgets } from './support/adapters.js';
import { TestCall } from './support/test-call.js';

/** Long enough to be interrupted. */
const GREETING = 'Good morning, how may I help you on this fine day, or on any other day of this long week?';

useVirtualTime();

async function watched(kind: 'Realtime' | 'Gemini', behaviour: Behaviour) {
  const standIn =
    kind === 'Gemini' ? await GeminiStandIn.start({ behaviour }) : await RealtimeStandIn.start({ behaviour });
  keep(standIn);
  const metrics = new Metrics(AppConfig.fromEnvironment({}));
  const watch = new ProviderMetrics(metrics).of('endToEnd', 'theirs');
  const { connectTimeoutMs, replyTimeoutMs } = shortBudgets;
  // A busy machine must not look like a hanging provider.
  const budgets = {
    ...(behaviour === 'hang-at-connect' && { connectTimeoutMs }),
    ...(behaviour === 'hang' && { replyTimeoutMs }),
  };
  const adapter =
    kind === 'Gemini'
      ? geminiAdapter(standIn.url, 'any', undefined, budgets, watch)
      : realtimeAdapter(standIn.url, { budgets, watch });
  return { metrics, begin: async () => keep(await TestCall.open(adapter, { greeting: GREETING })) };
}

async function valuesOf(metrics: Metrics, name: string) {
  return (await metrics.registry.getSingleMetric(name)?.get())?.values ?? [];
}

async function outcomesOf(metrics: Metrics): Promise<Record<string, number>> {
  const values = await valuesOf(metrics, 'earshot_provider_requests_total');
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels['outcome']), value]));
}

describe.each(['Realtime', 'Gemini'] as const)('metrics of a %s provider', (kind) => {
  it('count a reply and its time to first audio', async () => {
    const { metrics, begin } = await watched(kind, 'normal');
    const beganAtMs = performance.now();
    const call = await begin();
    await call.untilAgentSaid(1);
    expect(await outcomesOf(metrics)).toEqual({ ok: 1 });
    const values = await valuesOf(metrics, 'earshot_provider_first_seconds');
    const named = (end: string) =>
      values.find((value) => 'metricName' in value && String(value.metricName).endsWith(end))?.value;
    expect(named('_count')).toBe(1);
    expect(named('_sum')).toBeGreaterThan(0);
    expect(named('_sum')).toBeLessThan((performance.now() - beganAtMs) / 1_000);
  });

  it.each([
    ['refuse', 'PROVIDER_REFUSED'],
    ['hang-at-connect', 'PROVIDER_TIMEOUT'],
  ] as const)('count a call that could not start: %s', async (behaviour, code) => {
    const { metrics, begin } = await watched(kind, behaviour);
    await expect(begin()).rejects.toMatchObject({ code });
    expect(await outcomesOf(metrics)).toEqual({ ok: 0, [code]: 1 });
  });

  it.each([
    ['hang', 'PROVIDER_TIMEOUT'],
    ['flood', 'PROVIDER_FLOOD'],
    ['nonsense', 'PROVIDER_PROTOCOL'],
    ['error', kind === 'Gemini' ? 'PROVIDER_LOST' : 'PROVIDER_ERROR'],
    ['drop', 'PROVIDER_LOST'],
  ] as const)('count a call that failed: %s', async (behaviour, code) => {
    const { metrics, begin } = await watched(kind, behaviour);
    const call = await begin();
    await call.untilEvent('failed');
    const { ok, ...others } = await outcomesOf(metrics);
    expect(ok).toBe(0);
    // Some nonsense parses, such as the end of an empty reply.
    if (behaviour === 'nonsense') expect(Object.keys(others)).toContain(code);
    else expect(Object.keys(others)).toEqual([code]);
  });
});

it('counts a reply interrupted by the caller as cancelled', async () => {
  const { metrics, begin } = await watched('Realtime', 'normal');
  const call = await begin();
  await call.until(() => call.speech.queuedMs > 0);
  await call.say('Please stop.');
  await call.untilInterrupted();
  await call.untilAgentSaid(2);
  expect(Object.keys(await outcomesOf(metrics)).sort()).toEqual(['cancelled', 'ok']);
});
