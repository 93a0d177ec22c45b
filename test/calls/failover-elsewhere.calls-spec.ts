import type { PeerMessageSealer } from '../../src/cluster/peers/peer-message-sealer.js';
import { publish } from '../support/publish.js';
import { alone, atOnce } from '../support/scoped.js';
import type { TestApp } from '../support/app.js';
import { SignalingClient } from '../support/signaling-client.js';
import { activeAt, TwoInstances } from './support/two-instances.js';

describe('call on an instance its client can no longer reach', () => {
  let two: TwoInstances;
  let here: TestApp;
  let there: TestApp;

  beforeAll(async () => {
    two = await TwoInstances.start();
    ({ here, there } = two);
  });
  afterAll(() => two?.close());

  alone('resumes elsewhere after its client lost its socket, and ends on the first instance', async () => {
    const caller = await two.known();
    caller.vanish();
    await two.goesOn(caller);
    expect(await activeAt(here)).toBe(0);
  });

  atOnce('is left alone while its client is connected, despite a stolen id and foreign tokens', async () => {
    const caller = await two.known();
    const robber = two.caller(two.token);
    robber.sessionId = caller.sessionId;
    const unknown = { data: { code: 'INVALID_ARGUMENT', message: 'There is no such session.' } };
    expect(await robber.offerTo(there.baseUrl)).toMatchObject(unknown);
    const otherId = await here.createAgent(two.account);
    await publish(here, two.account, otherId, 'sandbox');
    const foreign = await here.createConnector(two.account, otherId, 'sandbox');
    expect(await robber.offerTo(there.baseUrl, foreign)).toMatchObject(unknown);
    expect(await robber.offerTo(there.baseUrl, 'ect_nothing')).toMatchObject({
      data: { code: 'UNAUTHORIZED' },
    });
    expect(await caller.ask('Who am I?')).toBe('You are Ada.');
    expect((await two.recordOf(caller)).epoch).toBe(1);
  });

  atOnce('is queried on a port for instances only, with authentication', async () => {
    const { id: instanceId, address } = await two.instanceOf(here);
    const ask = async (baseUrl: string | null, sealed: string) => {
      const answer = await fetch(`${baseUrl}/internal/calls`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ sealed }),
      });
      return answer.status;
    };
    const letter = { kind: 'who', sessionId: '', epoch: 0, instanceId };
    const sealed = await there.provider<PeerMessageSealer>('PeerMessageSealer').seal(letter);
    expect(await ask(address, sealed)).toBe(200);
    expect(await ask(address, 'v1.x.AAAA')).toBe(404);
    expect(await ask(here.baseUrl, sealed)).toBe(404);
    expect((await fetch(`${address}/health`)).status).toBe(404);
    const socket = await SignalingClient.connect(there.baseUrl);
    const guess = await socket.offer('v=0', two.token, { sessionId: 'sess_0000000000000000000000' });
    socket.close();
    expect(guess.data?.['message']).toBe('There is no such session.');
  });
});
