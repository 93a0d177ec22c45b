import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { projectFile } from '../../src/common/assets/index.js';
import { type Brain, OpenAiStandIn, RealtimeStandIn } from '../stand-ins/index.js';
import { type CallFixture, createCallFixture } from '../support/call-fixture.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';

const RULES = projectFile('deploy', 'prometheus', 'earshot-rules.yml');
const isInstalled = existsSync('/usr/bin/prometheus') && existsSync('/usr/bin/promtool');
if (!isInstalled) console.warn('Skipped: no Prometheus found. Install it (Debian: apt install prometheus).');

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

/** These series appear only after a fault. */
const OF_FAULTS = /earshot_agent_faults_total|outcome!~"ok\|cancelled"/;

(isInstalled ? describe : describe.skip)('what deploy/ has for Prometheus and Grafana', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-prometheus-'));
  const callers: CarriedCaller[] = [];
  let fixture: CallFixture;
  let model: OpenAiStandIn;
  let speaker: RealtimeStandIn;
  let prometheus: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const brain: Brain = () => ({ kind: 'say', text: 'From nine to five.' });
    model = await OpenAiStandIn.start({ brain });
    speaker = await RealtimeStandIn.start({ brain });
    const { url: provider } = model;
    const cascade = { LLM_URL: provider, STT_URL: provider, TTS_URL: provider };
    fixture = await createCallFixture({ ...cascade, REALTIME_URL: speaker.url });
    await fixture.app.module<typeof import('./in-service.js')>('test/packaging/in-service.ts').watchFaults();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const target = new URL(fixture.app.baseUrl).host;
    const file = path.join(folder, 'prometheus.yml');
    writeFileSync(
      file,
      JSON.stringify({
        global: { scrape_interval: '500ms', scrape_timeout: '400ms', evaluation_interval: '500ms' },
        rule_files: [RULES],
        scrape_configs: [{ job_name: 'earshot', static_configs: [{ targets: [target] }] }],
      }),
    );
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${file}`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    await until(
      'Prometheus is ready',
      async () => (await fetch(`${url}/-/ready`).catch(() => undefined))?.ok,
      30_000,
    );
    await callsOfAllKinds();
  }, 120_000);
  afterAll(async () => {
    for (const caller of callers) caller.hangUp();
    if (prometheus) {
      const exited = once(prometheus, 'exit');
      prometheus.kill('SIGKILL');
      await exited;
    }
    await fixture?.close();
    await model?.close();
    await speaker?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A finished call, one each by stages and end to end, and a refused offer. */
  async function callsOfAllKinds(): Promise<void> {
    const socket = await fixture.signaling();
    const { sessionId } = await fixture.call(socket);
    socket.send({ type: 'close', sessionId });
    await socket.offer(fixture.sdp, fixture.unknownToken());
    for (const mode of ['traditional', 'end-to-end']) {
      const caller = new CarriedCaller(fixture.token, { mode });
      callers.push(caller);
      await caller.offerTo(fixture.app.baseUrl);
      await until('it is greeted', () => caller.said.length > 0, 30_000);
      await caller.ask('What are your opening hours?');
    }
  }

  async function resultOf(query: string): Promise<unknown[]> {
    const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`);
    const body = (await answer.json()) as { error?: string; data?: { result: unknown[] } };
    if (!body.data) throw new Error(`${query}: ${body.error}`);
    return body.data.result;
  }

  it('accepts the rules in promtool', () => {
    expect(execFileSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })).toContain('SUCCESS');
  });

  it('links each alert to an existing runbook section, and fires none on a healthy service', async () => {
    const { groups } = parse(readFileSync(RULES, 'utf8')) as {
      groups: { rules: (Rule & { annotations: { runbook: string } })[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const runbook = readFileSync(projectFile('docs', 'how-to', 'runbook.md'), 'utf8');
    const parts = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(rules.length).toBeGreaterThan(8);
    for (const { alert, expr, annotations } of rules) {
      expect([alert, parts]).toEqual([alert, expect.arrayContaining([annotations.runbook.split('#')[1]])]);
      expect([alert, await resultOf(expr)]).toEqual([alert, []]);
    }
  });

  it.each([['llm'], ['tts'], ['endToEnd']])('lists the providers of each stage: %s', async (stage) => {
    const answered = `sum by (provider) (earshot_provider_requests_total{stage="${stage}",outcome="ok"}) > 0`;
    const began = `sum by (provider) (earshot_provider_first_seconds_count{stage="${stage}"}) > 0`;
    for (const query of [answered, began])
      await until(query, async () => (await resultOf(query)).length > 0, 15_000);
  });

  it('shows data in every panel for a service with calls', async () => {
    const { panels } = JSON.parse(readFileSync(projectFile('deploy', 'grafana', 'earshot.json'), 'utf8')) as {
      panels: Panel[];
    };
    const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
    expect(queries.length).toBeGreaterThan(12);
    for (const { title, expr } of queries) {
      const query = expr.replaceAll('$job', 'earshot').replaceAll('$__rate_interval', '10s');
      const result = () => resultOf(query);
      if (OF_FAULTS.test(expr)) await result();
      else await until(`“${title}” has data (${query})`, async () => (await result()).length > 0, 15_000);
    }
  }, 120_000);
});
