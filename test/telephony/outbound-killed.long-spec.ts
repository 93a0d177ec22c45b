import { createTestDatabase } from '../support/database.js';
import { ownAddress } from '../support/own-address.js';
import { buildService, type ServiceProcess, startServiceProcess } from '../support/service-process.js';
import { until } from '../support/until.js';
import { CalledPhone } from './support/called-phone.js';
import { describeWith } from './support/programs.js';

const ENV = {
  SIP_ENABLED: 'true',
  SIP_PORT: '0',
  SIP_ALLOW_PRIVATE_NETWORKS: 'true',
  MEDIA_LISTEN_IP: ownAddress(),
  OUTBOUND_LEASE_MS: '3000',
  OUTBOUND_POLL_MS: '100',
  // One rings, and the others wait.
  OUTBOUND_CALLS_PER_ACCOUNT: '1',
};
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

describeWith([], describe)('a service that is killed while it phones', () => {
  it('goes on with its queue when it is started again, and phones nobody twice', async () => {
    buildService();
    const database = await createTestDatabase();
    let isBusy = false;
    const phone = await CalledPhone.open((one, invite) => one.answer(invite, isBusy ? 486 : 180));
    let service = await startServiceProcess(database.url, ENV);
    try {
      const agent = `/v1/agents/${service.agentId}/telephony`;
      const { host, port } = phone;
      const trunk = { name: 'Provider', host, port, allowedPrefixes: ['+44'] };
      await request(service, 'POST', '/v1/telephony/trunks', trunk);
      await request(service, 'POST', `${agent}/phone-numbers`, {
        phoneNumbers: ['+442079460000'],
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
      service = await startServiceProcess(database.url, ENV);
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
    } finally {
      await service.kill();
      phone.close();
      await database.drop();
    }
  }, 300_000);
});
