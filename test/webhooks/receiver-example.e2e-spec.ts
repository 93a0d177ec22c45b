import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { newSigningSecret, signatureHeaders } from '../../src/webhooks/endpoints/signature.js';
import { until } from '../support/until.js';

const EXAMPLE = path.resolve(import.meta.dirname, '../../examples/webhook-receiver/receiver.mjs');

describe('example receiver', () => {
  const [secret, oldSecret] = [newSigningSecret(), newSigningSecret()];
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'alerts.triggered',
    data: { name: 'Crashes', metric: 'call_crashes', operator: '>=', threshold_value: 1, current_value: 3 },
  });
  let receiver: ChildProcess;
  let output = '';
  let url = '';

  beforeAll(async () => {
    // It still has the old secret, as during a rotation's overlap.
    receiver = spawn(process.execPath, [EXAMPLE, '0'], {
      env: { PATH: process.env.PATH, WEBHOOK_SECRET: oldSecret },
    });
    receiver.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    url = await until('it listens', () => /http:\S+/.exec(output)?.[0]);
  });
  afterAll(() => receiver.kill());

  const headersAt = (at: Date, secrets: readonly [string, string?] = [secret, oldSecret]) =>
    signatureHeaders({ eventId: 'evt_1', body, at, secrets });
  const post = async (headers: Record<string, string>, text = body) =>
    (await fetch(url, { method: 'POST', headers, body: text })).status;

  it('accepts a delivery signed with the old or new secret and handles it once', async () => {
    expect(await post(headersAt(new Date()))).toBe(204);
    expect(await post(headersAt(new Date(), [oldSecret]))).toBe(204);
    await until('it has told', () => output.includes('ALERT Crashes'));
    expect(output.match(/ALERT/g)).toHaveLength(1);
    expect(output).toContain('call_crashes is 3 (>= 1)');
  });

  it('rejects a changed body or id, another secret or time, and a missing signature', async () => {
    const headers = headersAt(new Date());
    const without = (name: string) =>
      Object.fromEntries(Object.entries(headers).filter(([key]) => !key.toLowerCase().startsWith(name)));
    expect(await post(headers, body.replace('3', '4'))).toBe(401);
    expect(await post({ ...headers, 'webhook-id': 'evt_2' })).toBe(401);
    expect(await post(headersAt(new Date(), [newSigningSecret()]))).toBe(401);
    expect(await post(headersAt(new Date(Date.now() - 302_000)))).toBe(401);
    expect(await post(headersAt(new Date(Date.now() + 302_000)))).toBe(401);
    expect(await post(without('webhook-signature'))).toBe(401);
    expect(await post(without('x-service-signature'))).toBe(401);
    expect(await post({})).toBe(401);
  });
});
