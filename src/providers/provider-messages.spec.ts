import { AppConfig } from '../common/config/index.js';
import { Metrics } from '../common/metrics/index.js';
import { ProviderMessages } from './provider-messages.js';

describe('unused provider messages', () => {
  const metrics = new Metrics(AppConfig.fromEnvironment({}));
  const logged: string[] = [];
  const messages = new ProviderMessages(metrics, ({ provider, kind }) => logged.push(`${provider} ${kind}`));

  async function counted(): Promise<Record<string, number>> {
    const metric = await metrics.registry.getSingleMetric('earshot_provider_messages_unused_total')?.get();
    const values = (metric?.values ?? []).filter(({ labels }) => labels['provider'] === 'deepgram');
    return Object.fromEntries(
      values.map(({ labels, value }): [string, number] => [String(labels['kind']), value]),
    );
  }

  it('are counted by kind and logged once', async () => {
    const counter = messages.of('deepgram');
    for (const kind of ['Metadata', 'Metadata', 'a text with blanks', 'SpeechStarted']) counter.ignored(kind);
    counter.malformed();
    counter.malformed();
    expect(await counted()).toEqual({ Metadata: 2, other: 1, SpeechStarted: 1, malformed: 2 });
    expect(logged).toEqual([
      'deepgram Metadata',
      'deepgram other',
      'deepgram SpeechStarted',
      'deepgram malformed',
    ]);
    messages.of('deepgram').ignored('Metadata');
    expect(logged.at(-1)).toBe('deepgram Metadata');
  });

  it('limit the number of metric labels for any provider input', async () => {
    const counter = messages.of('deepgram');
    for (let kind = 0; kind < 1_000; kind += 1) counter.ignored(`kind-${kind}`);
    expect(Object.keys(await counted()).length).toBeLessThanOrEqual(22);
  });
});
