import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestApp, type TestApp } from '../support/app.js';
import { commandsIn, describeGuide, follow, writeDemoFile } from '../support/guide.js';
import { ownAddress } from '../support/own-address.js';
import { publish } from '../support/publish.js';
import { until } from '../support/until.js';
import type { TelephonyService } from '../../src/telephony/index.js';
import { NUMBER } from './support/phone-fixture.js';
import { RawPhone } from './support/raw-phone.js';

describeGuide('docs/tutorials/first-phone-call.md', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    app = await createTestApp({ env: { SIP_ENABLED: 'true', SIP_PORT: '0' } });
    folder = await mkdtemp(path.join(tmpdir(), 'first-phone-call-'));
  });
  afterAll(async () => {
    await app?.close();
    await rm(folder, { recursive: true });
  });

  it('leads from the demo line to a call of an own number', async () => {
    const account = await app.createAccount();
    const apiKey = await app.createKey(account);
    const agentId = await app.createAgent(account);
    await publish(app, account, agentId, 'live');
    const host = ownAddress();
    const port = (await app.provider<TelephonyService>('TelephonyService').port()) ?? 0;
    const sipUri = `sip:demo@${host}:${port}`;
    writeDemoFile(folder, { baseUrl: app.baseUrl, apiKey, agentId, sipUri });
    const output = await follow(commandsIn('docs/tutorials/first-phone-call.md'), folder);

    const [, user] = /^sip:(.*;trunk=trk_\w+)$/m.exec(output) ?? [];
    expect(user).toMatch(`${NUMBER}@${host}:${port}`);
    const phone = await RawPhone.open(host, { host, port });
    phone.invite(NUMBER);
    await phone.answered('INVITE', 200);
    phone.ack(NUMBER);
    phone.bye(NUMBER);
    phone.close();
    await until('the call is on record', () =>
      app.prisma.conversation.findFirst({ where: { agentId, callee: NUMBER } }),
    );
  });
});
