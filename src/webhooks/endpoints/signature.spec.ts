import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret, signatureHeaders } from './signature.js';

const body = '{"id":"evt_1","type":"alerts.triggered","data":{"name":"Zürich ☎"}}';

function signed(secrets: readonly [string, string?], at = new Date()) {
  return signatureHeaders({ eventId: 'evt_1', body, at, secrets });
}

describe('webhook signatures', () => {
  it('are accepted by the standardwebhooks package', () => {
    const secret = newSigningSecret();
    expect(new Webhook(secret).verify(body, signed([secret]))).toEqual(JSON.parse(body));
  });

  it('are rejected after a change of any bit of the body, id, time or signature', () => {
    const secret = newSigningSecret();
    const webhook = new Webhook(secret);
    const headers = signed([secret]);
    const bytes = Buffer.from(body);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => webhook.verify(changed, headers)).toThrow();
    }
    const [version, signature = ''] = (headers['webhook-signature'] ?? '').split(',');
    const signatureBytes = Buffer.from(signature, 'base64');
    for (let bit = 0; bit < signatureBytes.length * 8; bit++) {
      const changed = Buffer.from(signatureBytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const altered = { ...headers, 'webhook-signature': `${version},${changed.toString('base64')}` };
      expect(() => webhook.verify(body, altered)).toThrow();
    }
    expect(() => webhook.verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow();
    const timestamp = Number(headers['webhook-timestamp']) + 1;
    expect(() => webhook.verify(body, { ...headers, 'webhook-timestamp': String(timestamp) })).toThrow();
  });

  it.each([-301, 301])('are rejected %i seconds away from the receiver', (seconds) => {
    const secret = newSigningSecret();
    const at = new Date(Date.now() + seconds * 1_000 + Math.sign(seconds) * 999);
    expect(() => new Webhook(secret).verify(body, signed([secret], at))).toThrow();
  });

  it('are accepted with the old and new secret during an overlap, and no other', () => {
    const [old, current, other] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
    const headers = signed([current, old]);
    expect(() => new Webhook(old).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(current).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(other).verify(body, headers)).toThrow();
    expect(() => new Webhook(old).verify(body, signed([current]))).toThrow();
  });

  it('in platform style are the hex HMAC of timestamp and body, keyed with the whole secret', () => {
    const [old, current] = [newSigningSecret(), newSigningSecret()];
    const headers = signed([current, old], new Date(1_700_000_000_999));
    const expected = (secret: string) =>
      createHmac('sha256', secret).update(`1700000000.${body}`).digest('hex');
    expect(headers).toMatchObject({
      'X-Service-Timestamp': '1700000000',
      'X-Service-Event-ID': 'evt_1',
      'X-Service-Signature': expected(current),
      'X-Service-Signature-Previous': expected(old),
    });
  });
});

describe('newSigningSecret', () => {
  it('is whsec_ plus 32 bytes in base64, and unique', () => {
    const secrets = new Set(Array.from({ length: 100 }, newSigningSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  });
});
