import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inProject } from '../../scripts/lib/project.mjs';
import { newId } from '../../src/common/ids/index.js';
import { sharedApp, type TestApp } from '../support/app.js';
import type { RemoteFunctions } from '../support/service/start.js';
import { until } from '../support/until.js';

const DOCUMENTED = 'docs/reference/background-jobs.md';

describe('work polling', () => {
  let service: TestApp;
  let work: RemoteFunctions<typeof import('./watched-work.js')>;
  let name: string;
  const watched: number[] = [];

  beforeAll(() => {
    service = sharedApp();
    work = service.module<typeof import('./watched-work.js')>('test/control/watched-work.ts');
  });
  beforeEach(async () => {
    name = randomUUID();
    await service.prisma.account.create({ data: { id: newId('acc'), name } });
  });
  afterEach(async () => {
    for (const id of watched.splice(0)) await work.unwatch(id);
  });
  afterAll(() => service?.close());

  async function watch(everyMs: number, of = name): Promise<number> {
    const id = await work.watch(everyMs, of);
    watched.push(id);
    return id;
  }

  it('runs each query at its own interval', async () => {
    const absent = await watch(50, 'Nobody has this name.');
    const seldom = await watch(3_600_000);
    const often = await watch(50);
    await until('work was found', async () => (await work.found(often)) >= 5);
    expect([await work.found(absent), await work.found(seldom)]).toEqual([0, 0]);
  });

  it('continues after one query is removed, and picks up new ones', async () => {
    const [first, second] = [await watch(50), await watch(50)];
    await until(
      'both were found',
      async () => (await work.found(first)) > 0 && (await work.found(second)) > 0,
    );
    await work.unwatch(first);
    const before = [await work.found(first), await work.found(second)];
    const third = await watch(50);
    await until(
      'the others were found',
      async () => (await work.found(second)) > Number(before[1]) && (await work.found(third)) > 1,
    );
    expect(await work.found(first)).toBe(before[0]);
  });

  it('uses one statement per connection, planned once', async () => {
    await work.notePolls();
    const [often, lessOften] = [await watch(50), await watch(150)];
    await until(
      'both were found',
      async () => (await work.found(often)) > 3 && (await work.found(lessOften)) > 1,
    );
    const texts = await work.textsOfPolls();
    expect(texts).toEqual(texts.map(() => 1));
    // At most one more before each was watched.
    expect(texts.length).toBeLessThanOrEqual(3);
    expect(texts.length).toBeGreaterThan(0);
  });

  it('is done by the documented jobs, which metrics count', async () => {
    const page = readFileSync(inProject(DOCUMENTED), 'utf8');
    const documented = [...page.matchAll(/^\| `(\w+)` /gm)].map(([, job]) => job);
    expect(await work.jobs()).toEqual(documented.sort());
    await until('a job has run', async () => {
      const metrics = await fetch(`${service.baseUrl}/metrics`);
      return /^earshot_job_runs_total\{job="DistributedCounters",outcome="ok".*\} [1-9]/m.test(
        await metrics.text(),
      );
    });
  });
});
