import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { peopleCommand } from '../../src/cli/people-command.js';
import { AppConfig } from '../../src/common/config/index.js';
import { PRESETS } from '../../src/providers/presets/presets.js';
import { readProviderEntries } from '../../src/providers/read-provider-entries.js';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly env_file?: readonly { readonly path: string }[];
  readonly network_mode?: string;
  readonly networks?: unknown;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly healthcheck?: unknown;
}
interface Composition {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const { services, volumes } = parse(readFileSync('docker-compose.yml', 'utf8')) as Composition;
const guide =
  readFileSync('docs/how-to/local-models.md', 'utf8').split('## Models of your own, in containers')[1] ?? '';
const [, settings = ''] = /```\n([^`]+)```/.exec(guide) ?? [];
const [, commands = ''] = /```console\n([^`]+)```/.exec(guide) ?? [];

/** The services that `docker compose --profile NAME up` starts. */
const started = (profile?: string) =>
  Object.keys(services).filter((name) => {
    const { profiles = [] } = services[name] ?? {};
    return profiles.length === 0 || profiles.some((one) => one === profile);
  });

/** Earshot's services that the guide's settings connect to a server, each with its server's name. */
async function connected() {
  const entries = await readProviderEntries(AppConfig.fromEnvironment(parseEnv(settings)));
  return (['stt', 'llm', 'tts', 'embeddings'] as const).map((service) => {
    const entry = entries[service].get('openai');
    if (!entry || !('url' in entry) || entry.url === undefined)
      throw new Error(`${service} is not connected`);
    return { service, entry, url: new URL(entry.url) };
  });
}

describe('self-hosted model profile in docker-compose.yml', () => {
  it('adds version-pinned servers that keep their downloads', () => {
    expect(started('local')).toEqual([...started(), 'ollama', 'speaches']);
    for (const name of ['ollama', 'speaches']) {
      const { image, volumes: kept = [] } = services[name] ?? {};
      expect(image).toMatch(/:\d+\.\d+\.\d+(-[a-z]+)?(@sha256:[0-9a-f]{64})?$/);
      expect(kept.map((volume) => volume.split(':')[0])).toEqual([name]);
      expect(Object.keys(volumes)).toContain(name);
    }
    for (const name of started()) {
      const { image = '', build } = services[name] ?? {};
      expect([name, build !== undefined || /:[^:]*\d[^:]*$/.test(image)]).toEqual([name, true]);
    }
  });

  it("matches the guide's settings in service names, ports and preset paths", async () => {
    for (const { service, url } of await connected()) {
      const preset = PRESETS.get(url.hostname);
      expect([service, started('local').includes(url.hostname)]).toEqual([service, true]);
      const { port, pathname } = new URL(preset?.url ?? 'http://nowhere');
      expect([service, url.port, url.pathname]).toEqual([service, port, pathname]);
      expect(Object.keys(preset?.services ?? {})).toContain(service);
    }
    for (const name of ['app', ...started('local')]) {
      const { network_mode: mode, networks } = services[name] ?? {};
      expect([name, mode, networks]).toEqual([name, undefined, undefined]);
    }
  });

  it('passes these settings to the service without overriding them', () => {
    const { env_file: files = [], environment = {} } = services['app'] ?? {};
    expect(files.map(({ path }) => path)).toEqual(['.env']);
    const names = Object.keys(parseEnv(settings));
    expect(names).toHaveLength(9);
    expect(names.filter((name) => name in environment)).toEqual([]);
    expect(
      readFileSync('.env.example', 'utf8').match(new RegExp(`^#(${names.join('|')})=`, 'gm')),
    ).toHaveLength(names.length);
  });

  it('serves the models of the settings, as fetched by the guide and known to the presets', async () => {
    for (const { url, entry } of await connected()) {
      const model = entry.model ?? '';
      const fetched =
        url.hostname === 'ollama'
          ? `docker compose exec ollama ollama pull ${model}\n`
          : `curl -X POST http://127.0.0.1:8000/v1/models/${model}\n`;
      expect(commands).toContain(fetched);
      if (url.hostname !== 'speaches') continue;
      const { stt, tts } = PRESETS.get('speaches')?.services ?? {};
      expect([...(stt?.models ?? []), ...(tts?.models ?? [])]).toContain(model);
      if ('voice' in entry) expect(tts?.voices).toContain(entry.voice);
    }
    // The command is for the host only.
    expect(services['speaches']?.ports).toEqual(['127.0.0.1:8000:8000']);
    expect(services['ollama']?.ports).toBeUndefined();
  });
});

describe('container guide', () => {
  const [, wanted = ''] =
    /npm run cli -- people (.+)\n/.exec(readFileSync('docs/how-to/containers.md', 'utf8')) ?? [];

  it('invites the first person with an existing command', () => {
    const [name, ...words] = wanted.split(' ');
    const command = peopleCommand().commands.find((one) => one.name() === name)!;
    const { args } = command
      .exitOverride()
      .action(() => undefined)
      .parse(words, { from: 'user' });
    expect([name, args, command.opts()]).toEqual([
      'invite',
      ['you@example.com'],
      { account: 'acc_…', role: 'owner' },
    ]);
  });
});
