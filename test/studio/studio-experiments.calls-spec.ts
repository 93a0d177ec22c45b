import { newId } from '../../src/common/ids/index.js';
import { createTestApp, SMALL_DOCUMENT } from '../support/app.js';
import { GATED, GatedService } from '../deployments/gated.js';
import { describeWithChromium } from '../support/chromium.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { StudioVisit } from './support/studio-visit.js';

const CALLS = 60;

describeWithChromium(describe)('experiment in the studio', () => {
  let gated: GatedService;
  let visit: StudioVisit;

  beforeAll(async () => {
    await ensureStudio();
    gated = await GatedService.on(await createTestApp(GATED));
    visit = await StudioVisit.start(gated.service.baseUrl);
    await gated.newAgent();
  });
  afterAll(async () => {
    await visit?.leave();
    await visit?.end();
    await gated?.service.close();
  });

  /** The live version has a shorter variant. */
  async function publishWithVariant(): Promise<void> {
    const { body } = await gated.call('GET', gated.at('draft'), { key: gated.ada });
    const variants = { short: { overrides: { greeting: 'Hi.' } } };
    const document = { ...SMALL_DOCUMENT, variants };
    await gated.call('PUT', gated.at('draft'), {
      key: gated.ada,
      body: { revision: body.revision, document },
    });
    expect((await gated.publish('live')).status).toBe(201);
  }

  /** Equal calls per arm; every other caller of the control hangs up immediately. */
  async function record(): Promise<void> {
    const { id: experimentId } = await gated.service.prisma.experiment.findFirstOrThrow({});
    const startedAt = new Date();
    const { accountId } = gated.account;
    const calls = ['as it is', 'short'].flatMap((arm) =>
      Array.from({ length: CALLS }, (_, at) => ({ arm, at })),
    );
    await gated.service.prisma.conversation.createMany({
      data: calls.map(({ arm, at }) => ({
        ...{ id: newId('conv'), sessionId: newId('sess'), accountId, agentId: gated.agentId },
        ...({ target: 'live', environment: 'live', mode: 'end-to-end', adapter: 'test' } as const),
        ...{ instanceId: 'test', endReason: 'client-close', experimentId, experimentArm: arm },
        ...{ startedAt, connectedAt: startedAt },
        endedAt: new Date(startedAt.getTime() + (arm === 'as it is' && at % 2 === 0 ? 1_000 : 20_000)),
      })),
    });
  }

  it("starts, shows each result's confidence, gives the winner all calls and ends", async () => {
    await publishWithVariant();
    const page = await visit.open(`/agents/${gated.agentId}/ship`, gated.ada);
    const cardOf = (title: string) =>
      page.locator('section.card', {
        has: page.getByRole('heading', { level: 2, name: title, exact: true }),
      });
    await cardOf('live').getByRole('button', { name: 'Gates and history' }).click();
    const card = cardOf('Experiment in live');
    await card.getByRole('button', { name: 'Begin an experiment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('A shorter greeting');
    await dialog.getByLabel('Variant', { exact: true }).selectOption('short');
    expect(await visit.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Begin', exact: true }).click();
    await card.getByText('A shorter greeting').waitFor();
    await card.getByText('running', { exact: true }).waitFor();
    await card.getByText('as it is: 50 %, short: 50 %.').waitFor();

    await record();
    const hangUps = card.getByRole('region', { name: 'early hang-ups' });
    await hangUps.getByText('better').waitFor();
    const [before = '', short = ''] = await hangUps.locator('tbody tr').allInnerTexts();
    expect(before).toMatch(/^as it is\s+60\s+50 %\s+\d+(\.\d)? % to \d+(\.\d)? %/);
    expect(short).toMatch(/^short\s+60\s+0 %\s+0 % to \d+(\.\d)? %\s+−[\d.]+ % to −[\d.]+ %\s+better/);
    expect(await visit.violations(page)).toEqual([]);

    await card.getByRole('button', { name: 'Promote “short”' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Promote it' }).click();
    await card.getByText('decided', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'End it' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click();
    await until('the experiment is over', async () => {
      const { state } = await gated.service.prisma.experiment.findFirstOrThrow({});
      return state !== 'running' && state !== 'decided';
    });
    await card.getByRole('button', { name: 'End it' }).waitFor({ state: 'detached' });
    expect(visit.complaints).toEqual([]);
  });
});
