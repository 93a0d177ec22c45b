import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseAddressRange } from '../common/address-ranges/index.js';
import { GuardedOutbound } from './guarded-outbound.js';
import type { HostLookup } from './host-lookup.js';
import { mayReach, type NetworkPolicy } from './network-policy.js';
import { SafeHttpClient } from './safe-http-client.js';
import { parseTargetUrl } from './target-url.js';

const policy = (...ranges: string[]): NetworkPolicy => ({
  allowPrivateNetworks: ranges.flatMap((text) => parseAddressRange(text) ?? []),
});

describe('policy with some private networks', () => {
  const some = policy('10.1.0.0/16', 'fd00:1::/32');

  it('allows them and public addresses', () => {
    for (const address of ['10.1.2.3', 'fd00:1:2::3', '8.8.8.8']) expect(mayReach(address, some)).toBe(true);
    for (const url of ['http://10.1.2.3/', 'https://[fd00:1::2]/', 'https://8.8.8.8/', 'http://models/v1'])
      expect(parseTargetUrl(url, some)).toMatchObject({ ok: true });
  });

  it.each(['10.2.0.1', '127.0.0.1', '169.254.169.254', '168.63.129.16', 'fd00:2::1', '::ffff:10.1.2.3', ''])(
    'refuses %s',
    (address) => {
      expect(mayReach(address, some)).toBe(false);
    },
  );

  it('allows http:// to them alone', () => {
    expect(mayReach('8.8.8.8', some, true)).toBe(false);
    expect(parseTargetUrl('http://8.8.8.8/', some)).toEqual({
      ok: false,
      problem: 'must start with https://',
    });
    expect(parseTargetUrl('https://10.2.0.1/', some)).toEqual({
      ok: false,
      problem: 'must lead to a public address',
    });
  });
});

describe('request under a policy with some private networks', () => {
  let server: Server;
  let port: number;
  let reached = 0;
  const inside = policy('127.0.0.0/8');
  const outside = policy('10.1.0.0/16');
  const loopback: HostLookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const lateLoopback = (): HostLookup => {
    let lookups = 0;
    return async () => [{ address: lookups++ === 0 ? '10.1.0.1' : '127.0.0.1', family: 4 }];
  };

  beforeAll(async () => {
    server = createServer((_request, response) => {
      reached++;
      response.end('here');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close().closeAllConnections());

  async function sent(host: string, { allowPrivateNetworks }: NetworkPolicy, lookup: HostLookup) {
    const client = new SafeHttpClient({ allowPrivateNetworks, lookup });
    const url = `http://${host}:${port}/`;
    const body = { method: 'GET', headers: {}, timeoutMs: 5_000, maxResponseBytes: 10 } as const;
    const result = await client.send({ ...body, url });
    client.close();
    return result.kind === 'failure' ? result.code : result.status;
  }

  async function fetched(host: string, network: NetworkPolicy, lookup: HostLookup) {
    const outbound = new GuardedOutbound(network, lookup);
    const url = `http://${host}:${port}/`;
    const answers = await Promise.allSettled([
      outbound.fetch(url).then(({ status }) => status),
      outbound.leanFetch(url, { method: 'GET', headers: {} }).then(({ status }) => status),
    ]);
    await outbound.close();
    return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'refused'));
  }

  it.each(['127.0.0.1', 'models'])('reaches %s inside', async (host) => {
    expect(await sent(host, inside, loopback)).toBe(200);
    expect(await fetched(host, inside, loopback)).toEqual([200, 200]);
  });

  it.each(['127.0.0.1', 'models'])('does not reach %s outside', async (host) => {
    reached = 0;
    expect(await sent(host, outside, loopback)).toBe('ADDRESS_REFUSED');
    expect(await fetched(host, outside, loopback)).toEqual(['refused', 'refused']);
    expect(reached).toBe(0);
  });

  it('does not reach a name that leaves the network after the check', async () => {
    reached = 0;
    const lookup = lateLoopback();
    const client = new SafeHttpClient({ ...outside, lookup });
    const url = `http://models:${port}/`;
    expect(await client.problemWith(url)).toBeUndefined();
    const body = { method: 'GET', headers: {}, timeoutMs: 5_000, maxResponseBytes: 10 } as const;
    expect(await client.send({ ...body, url })).toMatchObject({ code: 'ADDRESS_REFUSED' });
    client.close();
    expect(reached).toBe(0);
  });
});
