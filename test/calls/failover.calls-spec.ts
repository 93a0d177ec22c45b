import type { CallsService } from '../../src/calls/index.js';
import type { PeerRequestHandler } from '../../src/cluster/peers/peer-request-handler.js';
import type { CallOwnership } from '../../src/conversations/index.js';
import type { InstanceLease } from '../../src/cluster/index.js';
import { decodeOggOpus } from '../conversations/ogg-opus-decoder.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { rms } from '../support/audio.js';
import { alone, atOnce } from '../support/scoped.js';
import { SignalingClient } from '../support/signaling-client.js';
import { until } from '../support/until.js';
import { closedAddress } from './support/closed-address.js';
import { activeAt, CUT_OFF, TwoInstances } from './support/two-instances.js';

describe('call on an instance its client can no longer reach', () => {
  let two: TwoInstances;
  let here: TestApp;
  let there: TestApp;

  beforeAll(async () => {
    two = await TwoInstances.start();
    ({ here, there } = two);
  });
  afterAll(() => two?.close());

  atOnce('gives a speech-to-speech model the history, on which it answers', async () => {
    const ofModel = await two.agentOf({ models: { endToEnd: { provider: 'openai' } } });
    const caller = two.caller(ofModel, 'end-to-end');
    await caller.offerTo(here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    expect(await caller.ask('My name is Ada')).toBe('You are Ada.');
    caller.vanish();
    await two.goesOn(caller);
  });

  atOnce(
    'gives the starter agent the history, so that it repeats its last words without a provider',
    async () => {
      const hours = { name: 'hours', examples: ['what are your opening hours'], reply: 'From nine to five.' };
      const address = { name: 'address', examples: ['where are you'], reply: 'At the harbour.' };
      const ofStarter = await two.agentOf({
        intents: [address, hours],
        fallbackReply: 'Pardon?',
        prompt: undefined,
        models: {
          traditional: {
            llm: { provider: 'starter' },
            stt: { provider: 'starter' },
            tts: { provider: 'starter' },
          },
        },
      });
      const caller = two.caller(ofStarter);
      await caller.offerTo(here.baseUrl);
      await until('it is greeted', () => caller.said.length > 0, 30_000);
      expect(await caller.ask('What are your opening hours?')).toBe('From nine to five.');
      caller.vanish();
      const seen = caller.said.length;
      expect((await caller.offerTo(there.baseUrl)).sessionId).toBe(caller.sessionId);
      expect(await until('it is told', () => caller.said[seen], 30_000)).toBe(CUT_OFF);
      expect(await caller.ask('Can you repeat that?')).toContain('From nine to five.');
    },
  );

  atOnce("resumes the caller's form with the last question", async () => {
    const starter = { provider: 'starter' };
    const ofStarter = await two.agentOf({
      forms: [
        {
          name: 'table',
          when: ['i want to book a table', 'book a table for two'],
          fields: [
            { name: 'people', type: 'number', ask: 'For how many people?' },
            { name: 'day', type: 'date', ask: 'On which day?' },
          ],
          review: 'A table for {{form.people}} on {{form.day}}. Is that right?',
          then: { say: 'It is noted.' },
        },
      ],
      prompt: undefined,
      models: { traditional: { llm: starter, stt: starter, tts: starter } },
    });
    const caller = two.caller(ofStarter);
    await caller.offerTo(here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0, 30_000);
    expect(await caller.ask('I want to book a table for four people')).toBe('On which day?');
    caller.vanish();
    const seen = caller.said.length;
    expect((await caller.offerTo(there.baseUrl)).sessionId).toBe(caller.sessionId);
    const heard = () => caller.said.slice(seen).join(' ');
    await until('it is told and asked again', () => heard().includes('On which day?'), 30_000);
    expect(heard()).toContain(CUT_OFF);
    expect(await caller.ask('Tomorrow')).toContain('A table for 4 on');
  });

  atOnce("is recorded in two parts with the agent's voice, combined into one recording", async () => {
    const caller = await two.known();
    caller.vanish();
    await two.goesOn(caller);
    const { id } = await two.recordOf(caller);
    const inService = here.module<typeof import('./support/in-service.js')>(
      'test/calls/support/in-service.ts',
    );
    const parts = await until('both parts are written', async () => {
      const found = await inService.recordedParts(id);
      return found.length === 2 ? found.map((part) => Buffer.from(part)) : undefined;
    });
    for (const part of parts) expect(rms(decodeOggOpus(part).right)).toBeGreaterThan(0.005);
    const key = await here.createKey(two.account);
    const headers = { 'X-API-KEY': key };
    const answer = await fetch(`${there.baseUrl}/v1/conversations/${id}/audio`, { headers });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.concat(parts));
  });

  alone('resumes elsewhere when its instance is down, which releases the call later', async () => {
    const caller = await two.known();
    const { instanceId } = await two.recordOf(caller);
    const closed = await closedAddress();
    await here.prisma.instance.update({ where: { id: instanceId }, data: { address: closed } });
    // The socket of before is open: a client may see sooner than the service that its server is gone.
    await two.goesOn(caller);
    await until('the first lets go', async () => (await activeAt(here)) === 0);
    await here.provider<InstanceLease>('InstanceLease').renew();
  });

  alone('resumes when an earlier takeover was interrupted', async () => {
    const given = await two.known();
    given.vanish();
    const desk = here.provider<PeerRequestHandler>('PeerRequestHandler');
    await until('it is given up', async () => (await desk.giveUp(given.sessionId, 1)) === 'done');
    await two.goesOn(given);

    const claimed = await two.known();
    claimed.vanish();
    const ownership = there.provider<CallOwnership>('CallOwnership');
    const found = await ownership.find(claimed.sessionId);
    if (!found) throw new Error('The call is on record.');
    expect(await ownership.claim(found)).toBeDefined();
    await until('the first learns of it', async () => (await activeAt(here)) === 0);
    const seen = claimed.said.length;
    expect((await claimed.offerTo(there.baseUrl)).sessionId).toBe(claimed.sessionId);
    expect(await until('it is told', () => claimed.said[seen])).toBe(CUT_OFF);
    expect(await claimed.ask('Who am I?')).toBe('You are Ada.');
    expect((await two.recordOf(claimed)).epoch).toBe(3);
  });

  atOnce('migrates from a stopping instance in a moment of silence, seamlessly', async () => {
    const { env, overrides } = two;
    const stopping = await createTestApp({ env, overrides, databaseUrl: here.databaseUrl });
    try {
      const caller = await two.known(stopping);
      const stopped = stopping.provider<CallsService>('CallsService').drain();
      await until('its client is asked to move', () =>
        caller.frames.some(({ type, data }) => type === 'event' && data?.['kind'] === 'move'),
      );
      caller.vanish();
      expect((await caller.offerTo(there.baseUrl)).sessionId).toBe(caller.sessionId);
      expect(await caller.ask('Who am I?')).toBe('You are Ada.');
      expect(caller.said).not.toContain(CUT_OFF);
      await stopped;
    } finally {
      await stopping.close();
    }
  });

  atOnce('is hung up through another instance', async () => {
    const caller = await two.known();
    caller.vanish();
    const socket = await SignalingClient.connect(there.baseUrl);
    socket.send({ type: 'close', sessionId: caller.sessionId });
    await until('it is over', async () => (await two.recordOf(caller)).endReason === 'client-close');
    expect(socket.received).toEqual([]);
    socket.close();
  });
});
