import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectFile } from '../../src/common/assets/index.js';
import { turnCredentials } from '../../src/signaling/turn-credentials.js';
import { type Coturn, describeWithCoturn, startCoturn } from '../support/coturn.js';
import { freePort } from '../support/free-port.js';
import { hasOwnAddress, ownAddress } from '../support/own-address.js';
import { relayOf, type TurnClient } from '../support/turn-client.js';
import { until } from '../support/until.js';

const secret = randomBytes(32).toString('hex');
const credentials = () =>
  turnCredentials(secret, `acc_test.${randomBytes(6).toString('hex')}`, new Date(), 600);

/** Addresses a client with a credential might target; no packets are sent, since permission is denied. */
const OTHERS = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '192.168.1.1', '198.51.100.7', '224.0.0.1'];

describeWithCoturn(describe)('shipped TURN server', () => {
  let coturn: Coturn;
  let client: TurnClient;

  afterEach(async () => {
    await client?.close();
    await coturn?.stop();
  });

  async function mayReach(address: string): Promise<boolean> {
    return await client.getPermission([address, 20_000]).then(
      () => true,
      () => false,
    );
  }

  it("relays to the service's media and no other address", async () => {
    coturn = await startCoturn(secret);
    client = await relayOf(coturn, credentials());
    expect(await mayReach(ownAddress())).toBe(true);
    for (const address of OTHERS) expect([address, await mayReach(address)]).toEqual([address, false]);
  });

  it('relays to the media of a service behind 1:1 NAT by its public address', async () => {
    const announced = '203.0.113.7';
    coturn = await startCoturn(secret, { MEDIA_ANNOUNCED_ADDRESS: announced });
    client = await relayOf(coturn, credentials());
    expect(client.relayedAddress[0]).toBe(announced);
    const media = dgram.createSocket('udp4').bind(0, ownAddress());
    await once(media, 'listening');
    try {
      const { port } = media.address();
      await client.getPermission([announced, port]);
      const arrived = once(media, 'message');
      await client.sendData(Buffer.from('hello'), [announced, port]);
      expect(String((await arrived)[0])).toBe('hello');
      for (const address of OTHERS) expect([address, await mayReach(address)]).toEqual([address, false]);
    } finally {
      media.close();
    }
  });

  it('accepts callers over TLS with a certificate', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'earshot-certificates-'));
    try {
      const subject = ['-subj', '/CN=turn.test', '-days', '1'];
      const files = ['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')];
      spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files]);
      const tlsPort = await freePort();
      coturn = await startCoturn(secret, {
        TURN_TLS_PORT: String(tlsPort),
        TURN_CERTIFICATES_DIRECTORY: folder,
      });
      // Its TLS listeners may start slightly after the others.
      client = await until('it takes callers over TLS', () =>
        relayOf({ port: tlsPort }, credentials(), { rejectUnauthorized: false }).catch(() => undefined),
      );
      expect(client.relayedAddress[0]).toBe(ownAddress());
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('keeps its secret off command lines, in a file only its user reads', async () => {
    coturn = await startCoturn(secret);
    client = await relayOf(coturn, credentials());
    expect(await coturn.commandLine()).toContain('turnserver');
    expect(await coturn.commandLine()).not.toContain(secret);
    expect(await coturn.configMode()).toBe(0o600);
  });
});

describe('TURN server startup', () => {
  const given = {
    TURN_SECRET: secret,
    MEDIA_ANNOUNCED_ADDRESS: hasOwnAddress() ? ownAddress() : '192.0.2.1',
  };

  it.each([
    ['a secret', { ...given, TURN_SECRET: '' }, /set TURN_SECRET in \.env, 32 characters or more/],
    ['a long secret', { ...given, TURN_SECRET: 'short' }, /set TURN_SECRET in \.env, 32 characters or more/],
    ['an address', { ...given, MEDIA_ANNOUNCED_ADDRESS: '' }, /set MEDIA_ANNOUNCED_ADDRESS/],
    ['an address of the outside', { ...given, MEDIA_ANNOUNCED_ADDRESS: '127.0.0.1' }, /no caller reaches/],
  ])('fails without %s and explains the fix', (_, environment, message) => {
    const { status, stderr } = spawnSync('sh', [projectFile('deploy', 'turn.sh')], {
      env: { PATH: process.env.PATH, ...environment },
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
  });
});
