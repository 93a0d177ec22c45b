import { OpenAiStandIn } from '../stand-ins/index.js';
import { rms, tone } from '../support/audio.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { LastingPhone } from './support/lasting-phone.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';

const AUDIBLE_RMS = 0.02;

describe('supervision of a phone call', () => {
  let fixture: PhoneFixture;
  let phone: LastingPhone;
  let services: OpenAiStandIn;
  let supervisor: WebRtcClient;

  beforeAll(async () => {
    services = await OpenAiStandIn.start();
    const { url } = services;
    const document = {
      schemaVersion: 1,
      greeting: 'Welcome to the harbour hotel. '.repeat(20),
      prompt: 'You are helpful.',
      carryOn: { message: 'I am back.' },
      models: { traditional: { llm: { provider: 'openai' } } },
    } as const;
    fixture = await createPhoneFixture(document, { env: { STT_URL: url, LLM_URL: url, TTS_URL: url } });
    const { host, port } = fixture;
    phone = await LastingPhone.open(host, { host, port });
  });
  afterAll(async () => {
    supervisor?.close();
    phone?.close();
    await fixture?.close();
    await services?.close();
  });

  it('is heard, taken over and given back', async () => {
    await phone.call(NUMBER);
    const { id } = await until('it is on record', () =>
      fixture.app.prisma.conversation.findFirst({ where: { connectedAt: { not: null } } }),
    );
    supervisor = new WebRtcClient();
    const monitors = `/v1/conversations/${id}/monitors`;
    const opened = await fixture.request('POST', monitors, { sdp: await supervisor.createOffer() });
    expect(opened.status).toBe(201);
    await supervisor.acceptAnswer(String(opened.body['sdp']));
    await until('it is connected', () => supervisor.connectionState === 'connected');
    await until('the supervisor hears the agent', () =>
      supervisor.heard.some(({ samples }) => rms(samples) > AUDIBLE_RMS),
    );
    const own = `${monitors}/${String(opened.body['monitorId'])}`;
    expect((await fixture.request('POST', `${own}/take-over`)).status).toBe(204);
    const silentMs = performance.now() + 500;
    const isQuiet = () => performance.now() > silentMs + 1_000 && phone.heardSince(silentMs) === undefined;
    await until('the agent is silent', isQuiet);
    const spokenMs = performance.now();
    void supervisor.sendPcm(tone({ frequencyHz: 1_000, durationMs: 1_500, sampleRateHz: 48_000 }));
    await until('the phone hears the supervisor', () => phone.heardSince(spokenMs));

    expect((await fixture.request('DELETE', own)).status).toBe(204);
    const backMs = performance.now() + 500;
    await until('the agent is back', () => phone.heardSince(backMs));
    await phone.bye();
  });
});
