import { readFileSync } from 'node:fs';
import {
  AppConfig,
  ConfigError,
  removedSettings,
  removedSettingsIn,
  renderEnvExample,
  renderSettingsReference,
  renderUpgradeGuide,
} from './index.js';

const namesIn = (envExample: string): string[] =>
  [...envExample.matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
const referenced = (): string[] =>
  [...renderSettingsReference().matchAll(/^\| `([A-Z0-9_]+)` /gm)].map(([, name = '']) => name);

describe('configuration', () => {
  it('applies the default of every absent or empty variable', () => {
    const config = AppConfig.fromEnvironment({ PORT: '' });
    expect(config.http.port).toBe(3000);
    expect(config.signaling.gateway).toBe('production');
    expect(config.database.url).toBeUndefined();
  });

  it("keeps media ports outside Linux's ephemeral range", () => {
    const { port, phoneLastPort } = AppConfig.fromEnvironment({}).media;
    // One media worker per core.
    expect(port + 1_024).toBeLessThan(32_768);
    expect(phoneLastPort).toBeLessThan(32_768);
    for (const file of ['docker-compose.yml', 'Dockerfile']) {
      const text = readFileSync(file, 'utf8');
      const ports = [...text.matchAll(/MEDIA_(?:LAST_)?PORT(?:=|:-)(\d+)/g)].map(([, number]) =>
        Number(number),
      );
      expect(ports.length).toBeGreaterThan(0);
      expect(Math.max(...ports)).toBeLessThan(32_768);
    }
  });

  it('reports every invalid variable at once without its value', () => {
    const load = () =>
      AppConfig.fromEnvironment({ PORT: '70000', SIGNALING_GATEWAY: 'open', DATABASE_URL: 'hunter2' });
    expect(load).toThrow(ConfigError);
    try {
      load();
    } catch (error) {
      expect((error as ConfigError).problems.map((p) => p.split(' ')[0])).toEqual([
        'PORT',
        'DATABASE_URL',
        'SIGNALING_GATEWAY',
      ]);
      expect((error as ConfigError).message).not.toContain('hunter2');
    }
  });

  it('sets constants from overrides only', () => {
    const environment = { WEBHOOK_POLL_INTERVAL_MS: '70' };
    expect(AppConfig.fromEnvironment(environment).webhooks.pollIntervalMs).toBe(1_000);
    const { webhooks } = AppConfig.fromEnvironment({}, { webhooks: { pollIntervalMs: 50 } });
    expect(webhooks.pollIntervalMs).toBe(50);
    expect(webhooks.deliveryEnabled).toBe(true);
  });

  it.each([
    ['.env.example', renderEnvExample],
    ['docs/reference/settings.md', renderSettingsReference],
    ['docs/how-to/upgrading.md', renderUpgradeGuide],
  ])('is what %s was generated from', (file, render) => {
    expect(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')).toBe(render());
  });

  it('lists every setting once in docs/reference/settings.md, with those of .env.example among them', () => {
    const names = referenced();
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(namesIn(renderEnvExample())));
  });

  it('names the replacement of a removed setting that is still set', () => {
    expect(removedSettingsIn({ WEBHOOK_POLL_INTERVAL_MS: '500', ALERT_CLEAR_PERCENT: '' })).toEqual([
      'WEBHOOK_POLL_INTERVAL_MS is set but no longer exists: fixed at 1,000 ms.',
    ]);
    expect(Object.keys(removedSettings).filter((name) => referenced().includes(name))).toEqual([]);
  });

  it('lists the ten primary settings first in .env.example, and none twice', () => {
    const names = namesIn(renderEnvExample());
    expect(new Set(names).size).toBe(names.length);
    const [, first = ''] = renderEnvExample().split(/^# ---- .*$/m);
    expect(first.match(/^#[A-Z][A-Z0-9_]*=/gm)).toHaveLength(10);
    expect(names.slice(0, 3)).toEqual(['HOST', 'PORT', 'PUBLIC_URL']);
  });
});
