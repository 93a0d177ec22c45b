import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { until } from '../support/until.js';
import { Baresip } from './support/baresip.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';

describeWith(['baresip', 'openssl'], describe)('an encrypted phone call', () => {
  let fixture: PhoneFixture;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-sip-tls-'));
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=earshot.test', '-days', '2'];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
    fixture = await createPhoneFixture(
      {
        schemaVersion: 1,
        greeting: 'Welcome to the harbour hotel.',
        languageCode: 'en-US',
        intents: [],
        fallbackReply: 'No.',
      },
      {
        env: { SIP_TLS_PORT: '0', SIP_TLS_CERT_FILE: cert, SIP_TLS_KEY_FILE: key },
        trunk: { security: 'required' },
      },
    );
  });

  afterAll(async () => {
    await fixture?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('is set up over TLS, and its audio is SRTP both ways', async () => {
    const phone = await Baresip.start({ transport: 'tls', codec: 'pcmu', encrypts: true });
    try {
      await phone.call(`sip:${NUMBER}@${fixture.host}:${await fixture.telephony.tlsPort()};transport=tls`);
      await phone.listen(0);
      await phone.hangUp();
    } finally {
      await phone.stop();
    }
    await fixture.nothingLeft();
    const { media } = await until('the call is on record', () =>
      fixture.app.prisma.conversation.findFirst({ where: { endedAt: { not: null } } }),
    );
    expect(media).toMatchObject({ packetsLost: 0, packetsRefused: 0 });
    expect((media as { packetsReceived: number }).packetsReceived).toBeGreaterThan(50);
  });

  it('is the only one that is taken where the trunk requires it', async () => {
    const caller = await RawPhone.open(fixture.host, fixture);
    caller.invite(NUMBER);
    await caller.answered('INVITE', 488);
    caller.close();
  });
});
