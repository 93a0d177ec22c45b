import { readFileSync } from 'node:fs';
import { AppConfig, ConfigError, renderEnvExample } from './index.js';

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

  it('is documented in full in .env.example', () => {
    const file = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
    expect(file).toBe(renderEnvExample());
  });

  it('lists the ten primary settings first in .env.example, and none twice', () => {
    const names = [...renderEnvExample().matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    const [, first = ''] = renderEnvExample().split(/^# ---- .*$/m);
    expect(first.match(/^#[A-Z][A-Z0-9_]*=/gm)).toHaveLength(10);
    expect(names.slice(0, 3)).toEqual(['HOST', 'PORT', 'PUBLIC_URL']);
  });
});
