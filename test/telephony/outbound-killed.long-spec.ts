import { createTestDatabase } from '../support/database.js';
import { ownAddress } from '../support/own-address.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { CalledPhone } from './support/called-phone.js';
import { startKamailio } from './support/kamailio.js';
import { describeWith } from './support/programs.js';
import { RawPhone } from './support/raw-phone.js';

const ENV = {
  SIP_ENABLED: 'true',
  SIP_PORT: '0',
  ALLOW_PRIVATE_NETWORKS: 'sip',
  MEDIA_LISTEN_IP: ownAddress(),
};
// One rings while the others wait.
const overrides = { quotas: { outboundCalls: 1 }, outboundCalls: { leaseMs: 3_000, pollMs: 100 } };
const OWN_NUMBER = '+442079460000';
const NUMBERS = ['+442079460101', '+442079460102', '+442079460103'];

const request = async (service: ServiceProcess, method: string, path: string, body?: object) => {
  const answer = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { 'X-API-KEY': service.apiKey, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, string>;
};

const calledNumbers = (phone: CalledPhone) =>
  phone.requests('INVITE').map((invite) => /^INVITE sip:(\+\d+)@/.exec(invite)?.[1] ?? '');

describeWith([], describe)('service killed during outbound calls', () => {
  it('resumes its queue after a restart and dials each number once', async () => {
    buildService();
    const database = await createTestDatabase();
    let isBusy = false;
    const phone = await CalledPhone.open((one, invite) => one.answer(invite, isBusy ? 486 : 180));
    let service = await startServiceProcess(database.url, ENV, { overrides });
    try {
      const agent = `/v1/agents/${service.agentId}/telephony`;
      const { host, port } = phone;
      const trunk = { name: 'Provider', host, port, allowedPrefixes: ['+44'] };
      await request(service, 'POST', '/v1/telephony/trunks', trunk);
      await request(service, 'POST', `${agent}/phone-numbers`, {
        phoneNumbers: [OWN_NUMBER],
        clientEnv: 'sandbox',
      });
      const orders: string[] = [];
      for (const toNumber of NUMBERS) {
        const made = await request(service, 'POST', `${agent}/outbound-calls`, {
          toNumber,
          environment: 'sandbox',
        });
        orders.push(made['callSid'] ?? JSON.stringify(made));
      }
      await until('the first phone rings', () => calledNumbers(phone).length === 1);
      await service.kill();
      isBusy = true;
      service = await startServiceProcess(database.url, ENV, { overrides });
      const again = service;
      const standing = async () => {
        const path = `/v1/agents/${again.agentId}/telephony/outbound-calls`;
        return Promise.all(orders.map((id) => request(again, 'GET', `${path}/${id}/status`)));
      };
      await until(
        'all are over',
        async () => (await standing()).every(({ status }) => status === 'FAILURE'),
        30_000,
      );
      expect((await standing()).map(({ reason }) => reason)).toEqual(['interrupted', 'busy', 'busy']);
      expect(calledNumbers(phone)).toEqual(NUMBERS);
      // The ringing phone was cancelled and has refused.
      const [rang = ''] = phone.requests('INVITE');
      const line = (text: string, name: string) => new RegExp(`^${name}: .*$`, 'im').exec(text)?.[0];
      const [cancel = ''] = phone.requests('CANCEL');
      for (const name of ['Via', 'From', 'To', 'Call-ID']) expect(line(cancel, name)).toBe(line(rang, name));
      const ofThat = (text: string) => line(text, 'Call-ID') === line(rang, 'Call-ID');
      expect(phone.requests('ACK').filter(ofThat)).not.toEqual([]);
      // The callee had just answered.
      phone.pickUp(rang);
      const bye = await until('the late answer is hung up on', () => phone.requests('BYE').find(ofThat));
      expect(line(bye, 'CSeq')).toBe('CSeq: 2 BYE');
    } finally {
      await service.kill();
      phone.close();
      await database.drop();
    }
  }, 300_000);
});

/** Guaranteed from the moment the service is ready again. */
const REGISTERED_AGAIN_MS = 5_000;

describeWith(['kamailio'], describe)('service killed while registered at a trunk', () => {
  it('registers again within five seconds and receives calls', async () => {
    buildService();
    const login = { username: 'office', password: 'correct-horse-7' };
    const database = await createTestDatabase();
    const provider = await startKamailio({ ...login, expiresSeconds: 300 });
    let service = await startServiceProcess(database.url, ENV, { overrides });
    const caller = await RawPhone.open(provider.host, provider);
    try {
      await request(service, 'POST', `/v1/agents/${service.agentId}/telephony/phone-numbers`, {
        phoneNumbers: [OWN_NUMBER],
        clientEnv: 'sandbox',
      });
      const { trunkId = '' } = await request(service, 'POST', '/v1/telephony/trunks', {
        ...{ name: 'Provider', host: provider.host, port: provider.port, register: true },
        ...{ loginUsername: login.username, loginPassword: login.password },
      });
      const registered = async () => {
        const trunk: Record<string, unknown> = await request(
          service,
          'GET',
          `/v1/telephony/trunks/${trunkId}`,
        );
        return (trunk['registration'] as { state: string } | null)?.state === 'registered';
      };
      await until('it is registered', registered);
      await service.kill();
      const killedMs = performance.now();
      service = await startServiceProcess(database.url, ENV, { overrides });
      const readyMs = performance.now();
      await until('it is registered again', registered, REGISTERED_AGAIN_MS);
      const [sinceReadyMs, sinceKilledMs] = [readyMs, killedMs].map((from) =>
        Math.round(performance.now() - from),
      );
      console.info(
        `registered ${sinceReadyMs} ms after it was ready, ${sinceKilledMs} ms after it was killed`,
      );
      caller.invite(OWN_NUMBER);
      await caller.answered('INVITE', 200);
      caller.followRoute();
      caller.ack(OWN_NUMBER);
      caller.bye(OWN_NUMBER);
      await caller.answered('BYE', 200);
    } finally {
      await service.kill();
      caller.close();
      await provider.stop();
      await database.drop();
    }
  }, 300_000);
});
