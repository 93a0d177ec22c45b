import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestSpeech, type TestSpeech } from '../support/speech.js';
import { until } from '../support/until.js';
import { Baresip } from './support/baresip.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';

const GREETING = 'Welcome to the harbour hotel.';
const REPLY = 'You find us in Market Street beside the old station.';

describeWith(['baresip', 'openssl'], describe)("softphone calling an agent's number", () => {
  let fixture: PhoneFixture;
  let speech: TestSpeech;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'earshot-sip-tls-'));
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=earshot.test', '-days', '2'];
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' });
    speech = await createTestSpeech();
    fixture = await createPhoneFixture(
      {
        schemaVersion: 1,
        greeting: GREETING,
        languageCode: 'en-US',
        intents: [{ name: 'address', examples: ['what is your address'], keys: ['12#'], reply: REPLY }],
        fallbackReply: 'No.',
      },
      {
        env: { SIP_TLS_PORT: '0', SIP_TLS_CERT_FILE: cert, SIP_TLS_KEY_FILE: key },
        overrides: { calls: { keyPauseMs: 600 } },
      },
    );
  });

  afterEach(() => fixture?.nothingLeft());

  afterAll(async () => {
    await fixture?.close();
    await speech?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** The caller's call after its end. */
  const recordOf = (caller: string) =>
    until('the call is on record', () =>
      fixture.app.prisma.conversation.findFirst({
        where: { caller, endedAt: { not: null } },
        include: { turns: { orderBy: { position: 'asc' } } },
      }),
    );

  const requireEncryption = (security: 'required' | 'as-offered') =>
    fixture.request('PATCH', `/v1/telephony/trunks/${fixture.trunkId}`, { security });

  it('is greeted, has its keys recognized, is answered intelligibly and is recorded', async () => {
    const phone = await Baresip.start({ transport: 'udp', codec: 'pcmu', user: 'guest' });
    try {
      await phone.call(fixture.uri());
      await phone.listen(0);
      const greetedMs = await phone.heardMs();
      phone.command('sndcode', '12#');
      await phone.listen(greetedMs);
      await phone.hangUp();
      const { samples, sampleRateHz } = await phone.heard();
      const repliedAt = Math.floor((greetedMs * sampleRateHz) / 1_000);
      const shareOf = (part: Int16Array, sentence: string) =>
        speech.heardShare({ samples: part, sampleRateHz }, sentence);
      expect(await shareOf(samples.subarray(0, repliedAt), GREETING)).toBeGreaterThanOrEqual(0.8);
      expect(await shareOf(samples.subarray(repliedAt), REPLY)).toBeGreaterThanOrEqual(0.8);
    } finally {
      await phone.stop();
    }
    const { turns, ...record } = await recordOf('guest');
    expect(record).toMatchObject({ callee: NUMBER, endReason: 'client-close' });
    expect(turns.map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      `agent: ${GREETING}`,
      'caller: (pressed 1 2 #)',
      `agent: ${REPLY}`,
    ]);
    expect(record.media).toMatchObject({ codec: 'PCMU', packetsLost: 0, packetsRefused: 0 });
  });

  it('uses TLS and SRTP both ways when the trunk requires it', async () => {
    await requireEncryption('required');
    const phone = await Baresip.start({ transport: 'tls', codec: 'pcmu', encrypts: true, user: 'secret' });
    try {
      await phone.call(`sip:${NUMBER}@${fixture.host}:${await fixture.telephony.tlsPort()};transport=tls`);
      await phone.listen(0);
      await phone.hangUp();
    } finally {
      await phone.stop();
    }
    const { media } = await recordOf('secret');
    expect(media).toMatchObject({ packetsLost: 0, packetsRefused: 0 });
    expect((media as { packetsReceived: number }).packetsReceived).toBeGreaterThan(50);
  });

  it('is rejected without encryption when the trunk requires it', async () => {
    await requireEncryption('required');
    const caller = await RawPhone.open(fixture.host, fixture);
    caller.invite(NUMBER);
    await caller.answered('INVITE', 488);
    caller.close();
  });
});
