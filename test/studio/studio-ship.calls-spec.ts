import type { Page } from 'playwright-core';
import { GATED, GatedService } from '../deployments/gated.js';
import { createTestApp } from '../support/app.js';
import { describeWithChromium } from '../support/chromium.js';
import { ensureStudio } from '../support/studio.js';
import { until } from '../support/until.js';
import { StudioVisit } from './support/studio-visit.js';

describeWithChromium(describe)('deployments in the studio', () => {
  let gated: GatedService;
  let visit: StudioVisit;

  beforeAll(async () => {
    await ensureStudio();
    gated = await GatedService.on(await createTestApp(GATED));
    visit = await StudioVisit.start(gated.service.baseUrl);
  });
  beforeEach(() => gated.newAgent());
  afterEach(() => visit?.leave());
  afterAll(async () => {
    await visit?.end();
    await gated?.service.close();
  });

  const ship = (key = gated.ada) => visit.open(`/agents/${gated.agentId}/ship`, key);
  const cardOf = (page: Page, title: string | RegExp) =>
    page.locator('section.card', { has: page.getByRole('heading', { level: 2, name: title }) });

  it("sets gates, shows their state beside “Publish” and waits for a colleague's approval", async () => {
    await gated.newTestSet();
    await gated.publish('sandbox', { deploymentMessage: 'First' });
    const page = await ship();
    await cardOf(page, 'live').getByRole('button', { name: 'Gates and history' }).click();
    const gates = cardOf(page, 'Gates of live');
    await gates.getByText('None: anyone who may publish').waitFor();
    await gates.getByRole('button', { name: 'Change gates' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'It was active in an earlier environment' }).check();
    await dialog.getByLabel('For minutes').fill('0');
    await dialog.getByLabel('For minutes').fill('1');
    await dialog.getByRole('checkbox', { name: 'It was active in an earlier environment' }).uncheck();
    await dialog.getByRole('checkbox', { name: /^Other people approved it/ }).check();
    expect(await visit.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save gates' }).click();
    await gates.getByText('1 other person approved it.').waitFor();

    await cardOf(page, 'live').getByRole('button', { name: 'Publish draft' }).click();
    const checklist = dialog.getByRole('list', { name: 'Gates' });
    await checklist.getByText('0 of 1 people approved this version').waitFor();
    await dialog.getByRole('list', { name: 'Test results' }).getByText('has not run on it').waitFor();
    expect(await visit.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Deploy when the gates open, to live' }).click();
    await page.getByText('It waits for the gates of live').waitFor();
    await cardOf(page, /waits for live$/).waitFor();
    expect(await visit.violations(page)).toEqual([]);
    await visit.leave();

    const hers = await ship(gated.grace);
    await cardOf(hers, /waits for live$/)
      .getByRole('button', { name: 'Approve for live' })
      .click();
    await hers.getByRole('textbox', { name: 'What you looked at' }).fill('Heard it.');
    await hers.getByRole('button', { name: 'Approve', exact: true }).click();
    await until('the version is live', async () => (await gated.live()) !== null);
    await cardOf(hers, 'live').getByText('active', { exact: true }).first().waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it('overrides gates with a reason when permitted, and cancels a pending deployment', async () => {
    await gated.setGates({ approvals: { people: 1 } });
    await gated.publish('live', { wait: true, deploymentMessage: 'Waits' });
    const page = await ship();
    await cardOf(page, /waits for live$/)
      .getByRole('button', { name: 'Cancel' })
      .click();
    await page.getByRole('button', { name: 'Stop waiting' }).click();
    await page.getByText('What waited for gates before').click();
    await page.getByText('cancelled', { exact: true }).waitFor();

    await cardOf(page, 'live').getByRole('button', { name: 'Publish draft' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Go past them' }).check();
    await dialog.getByLabel('Reason').fill('The line is down.');
    await dialog.getByRole('button', { name: 'Publish anyway to live' }).click();
    await page.getByText('Published to live.').waitFor();
    const entry = await gated.service.prisma.auditEntry.findFirst({
      where: { accountId: gated.account.accountId, action: 'deployment.override-gates' },
    });
    expect(JSON.stringify(entry)).toContain('The line is down.');
  });

  it('publishes in steps with the chosen guards and limits', async () => {
    await gated.publish('live', { deploymentMessage: 'Old one' });
    await gated.write();
    const page = await ship();
    await cardOf(page, 'live').getByRole('button', { name: 'Publish draft' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How fast').selectOption('careful');
    await dialog.getByRole('checkbox', { name: 'Providers fail' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Callers are put through' }).check();
    await dialog.getByLabel('Tools fail: at most, in percent of calls').fill('2.5');
    await dialog.getByLabel('Answers come late: slowest 5% at most, in seconds').fill('2.5');
    expect(await visit.violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Publish to live' }).click();
    await page.getByText('Published to live.').waitFor();
    const [rollout] = await gated.service.prisma.rollout.findMany({ where: { agentId: gated.agentId } });
    expect(rollout?.plan).toMatchObject({
      steps: [{ share: 10 }, { share: 50 }, { share: 100 }],
      guards: [
        { metric: 'crashes' },
        { metric: 'tool_errors', maximumPercent: 2.5 },
        { metric: 'early_hang_ups' },
        { metric: 'response_time', maximumP95Ms: 2_500 },
        { metric: 'transfers' },
      ],
    });
    expect(visit.complaints).toEqual([]);
  });

  it("shows a rollout's steps with both versions side by side, and rolls back on request", async () => {
    await gated.publish('live', { deploymentMessage: 'Old one' });
    await gated.write();
    await gated.publish('live', {
      deploymentMessage: 'New one',
      rollout: {
        steps: [
          { share: 10, calls: 50 },
          { share: 50, minutes: 30 },
        ],
      },
    });
    const page = await ship();
    await page.getByRole('link', { name: 'What was found until now' }).click();
    // The page before has such a list, too.
    await page.getByText('Rollout to live').waitFor();
    const steps = page.getByRole('list', { name: 'Steps' });
    expect(await steps.getByRole('listitem').allTextContents()).toEqual([
      '10 %50 calls',
      '50 %30 min',
      '100 %the end',
    ]);
    await page.getByText('Old one').waitFor();
    await page.getByText('New one').waitFor();
    await page.getByRole('list', { name: 'Changes' }).getByText('Greeting').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    expect(await visit.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('aborted', { exact: true }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it('shows conversations with both rollout versions side by side, updated live', async () => {
    const { body: old } = await gated.publish('live');
    await gated.write();
    const { body: fresh } = await gated.publish('live', { rollout: { steps: [{ share: 10, calls: 50 }] } });
    await gated.recordCall('Is this the old one?', { deploymentId: old.deployment.id });
    await gated.recordCall('And this the new one?', { deploymentId: fresh.deployment.id });
    const page = await ship();
    await page.getByRole('link', { name: 'What was found until now' }).click();
    const before = page.getByRole('region', { name: 'Conversations with the version before' });
    const since = page.getByRole('region', { name: 'Conversations with the new version' });
    const samples = (of: typeof since) => of.getByRole('group');
    await samples(before).first().waitFor();
    await samples(since).first().waitFor();
    expect([await samples(before).count(), await samples(since).count()]).toEqual([1, 1]);
    await samples(since).first().click();
    await since.getByText('And this the new one?').waitFor();
    await since.getByRole('link', { name: 'The whole conversation' }).waitFor();
    expect(await visit.violations(page)).toEqual([]);

    await gated.recordCall('One more?', { deploymentId: fresh.deployment.id });
    await samples(since).nth(1).waitFor();
    expect(await samples(before).count()).toBe(1);
    expect(visit.complaints).toEqual([]);
  });
});
