import { synthesise } from '../stand-ins/audio/synthesis.js';
import type { TestApp } from '../support/app.js';
import { rms, tone, toneShare } from '../support/audio.js';
import type { CarriedCaller } from '../support/carried-caller.js';
import { type HttpAnswer, httpClient } from '../support/http.js';
import { alone, keep } from '../support/scoped.js';
import { serverPortOf, UdpRelay } from '../support/udp-relay.js';
import { until } from '../support/until.js';
import { WebRtcClient } from '../support/webrtc-client.js';
import { CUT_OFF, TwoInstances } from './support/two-instances.js';

const RATE_HZ = 48_000;
const CALLER_HZ = 600;
const SUPERVISOR_HZ = 1_000;
/** On an idle machine it takes a tenth of it. */
const HEARD_WITHIN_MS = 3_000;
/** Of the supervisor's last packets. */
const ECHO_OF_BEFORE_MS = 300;
/** A caller is left in silence for 4 s at most; a busy machine may need longer for the first word. */
const BACK_WITHIN_MS = 6_000;
const AUDIBLE_RMS = 0.02;

interface Monitor {
  readonly path: string;
  readonly peer: WebRtcClient;
}

describe('supervision of a running call', () => {
  let two: TwoInstances;
  let here: TestApp;
  let there: TestApp;
  let key: string;

  beforeAll(async () => {
    two = await TwoInstances.start();
    ({ here, there } = two);
    key = await here.createKey(two.account);
  });
  afterAll(() => two?.close());

  const send = (at: TestApp, method: string, path: string, body?: object, asked = key): Promise<HttpAnswer> =>
    httpClient(at.baseUrl)(method, path, { key: asked, ...(body && { body }) });

  async function pathOf(caller: CarriedCaller): Promise<string> {
    const { sessionId } = caller;
    const { id } = await until('it is on record', () =>
      here.prisma.conversation.findUnique({ where: { sessionId } }),
    );
    return `/v1/conversations/${id}`;
  }

  async function monitor(
    at: TestApp,
    caller: CarriedCaller,
    change: (sdp: string) => string | Promise<string> = (sdp) => sdp,
  ): Promise<Monitor> {
    const path = await pathOf(caller);
    const peer = keep(new WebRtcClient());
    const { status, body } = await send(at, 'POST', `${path}/monitors`, { sdp: await peer.createOffer() });
    expect([status, body]).toEqual([201, { monitorId: expect.any(String), sdp: expect.any(String) }]);
    await peer.acceptAnswer(await change(String(body.sdp)));
    await until('it is connected', () => peer.connectionState === 'connected');
    return { path: `${path}/monitors/${String(body.monitorId)}`, peer };
  }

  /** Milliseconds from a time until the tone is heard. */
  async function toneAfter({ heard }: WebRtcClient, frequencyHz: number, sinceMs: number): Promise<number> {
    let seen = 0;
    const at = await until('the tone is heard', () => {
      for (; seen < heard.length; seen++) {
        const chunk = heard[seen];
        if (!chunk || chunk.atMs < sinceMs || rms(chunk.samples) < AUDIBLE_RMS) continue;
        // A window of the measure is 50 ms.
        const window = heard.slice(seen, seen + 5);
        if (window.length < 5) return undefined;
        const joined = Int16Array.from(window.flatMap(({ samples }) => [...samples]));
        if (toneShare(joined, frequencyHz, chunk.sampleRateHz) > 0.6) return chunk.atMs;
      }
      return undefined;
    });
    return at - sinceMs;
  }

  function hum(
    { peers }: CarriedCaller | { peers: WebRtcClient[] },
    frequencyHz: number,
    durationMs = 1_500,
  ) {
    const peer = peers.at(-1);
    if (!peer) throw new Error('nobody is connected');
    const sinceMs = performance.now();
    void peer.sendPcm(tone({ frequencyHz, durationMs, sampleRateHz: RATE_HZ }));
    return sinceMs;
  }

  const stepsOf = async (caller: CarriedCaller): Promise<unknown[]> => {
    const { body } = await send(here, 'GET', await pathOf(caller));
    return (body.conversation.events as { kind: string; details: object }[])
      .filter(({ kind }) => kind === 'supervision')
      .map(({ details }) => details);
  };

  alone('lets supervisors on both instances hear both sides live', async () => {
    const caller = await two.known();
    const both = [await monitor(here, caller), await monitor(there, caller)];
    const sinceMs = hum(caller, CALLER_HZ);
    for (const { peer } of both)
      expect(await toneAfter(peer, CALLER_HZ, sinceMs)).toBeLessThan(HEARD_WITHIN_MS);
    const askedMs = performance.now();
    await caller.ask('Who am I?');
    await until('the agent is heard', () =>
      both.every(({ peer }) =>
        peer.heard.some(({ atMs, samples }) => atMs > askedMs && rms(samples) > AUDIBLE_RMS),
      ),
    );
    expect((await send(there, 'DELETE', both[1]?.path ?? '')).status).toBe(204);
    await until('all is on record', async () => (await stepsOf(caller)).length === 3);
    const by = two.account.email;
    expect(await stepsOf(caller)).toEqual(['monitor', 'monitor', 'leave'].map((step) => ({ step, by })));
    const audit = await send(here, 'GET', '/v1/audit-log');
    expect(audit.body.entries.map(({ action }: { action: string }) => action)).toContain('call.monitor');
  });

  alone('passes on whispers to the model, of which the caller hears nothing', async () => {
    const caller = two.caller(two.token);
    await caller.offerTo(here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    const whisper = { text: 'He said that my name is Grace' };
    expect((await send(there, 'POST', `${await pathOf(caller)}/whispers`, whisper)).status).toBe(204);
    expect(await caller.ask('Who am I?')).toBe('You are Grace.');
    expect(JSON.stringify(caller.frames)).not.toContain('He said');
  });

  alone('passes on whispers to a speech-to-speech model, also after a failover', async () => {
    const ofModel = await two.agentOf({ models: { endToEnd: { provider: 'openai' } } });
    const caller = two.caller(ofModel, 'end-to-end');
    await caller.offerTo(here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    const whisper = { text: 'He said that my name is Grace' };
    expect((await send(here, 'POST', `${await pathOf(caller)}/whispers`, whisper)).status).toBe(204);
    expect(await caller.ask('Who am I?')).toBe('You are Grace.');
    caller.vanish();
    const seen = caller.said.length;
    await caller.offerTo(there.baseUrl);
    await until('it is told', () => caller.said[seen]);
    expect(await caller.ask('Who am I?')).toBe('You are Grace.');
  });

  alone('lets a supervisor of another instance take the call over and give it back', async () => {
    const caller = await two.known();
    const { path, peer } = await monitor(there, caller);
    // The agent is in the middle of an answer.
    caller.send({ type: 'text', sessionId: caller.sessionId, data: { text: 'Who am I?' } });
    const clickedMs = performance.now();
    expect((await send(there, 'POST', `${path}/take-over`)).status).toBe(204);
    const sinceMs = hum({ peers: [peer] }, SUPERVISOR_HZ);
    const callers = caller.peers.at(-1);
    if (!callers) throw new Error('the caller is gone');
    expect(await toneAfter(callers, SUPERVISOR_HZ, sinceMs)).toBeLessThan(HEARD_WITHIN_MS);
    expect(await toneAfter(peer, CALLER_HZ, hum(caller, CALLER_HZ))).toBeLessThan(HEARD_WITHIN_MS);
    // Its own voice does not come back.
    const { samples, sampleRateHz } = peer.heardSince(clickedMs);
    expect(toneShare(samples, SUPERVISOR_HZ, sampleRateHz)).toBeLessThan(0.3);

    await peer.sendPcm(await synthesise('hello i will help you with that', RATE_HZ, 'rms'));
    await until('the words are on record', async () => {
      const { body } = await send(here, 'GET', await pathOf(caller));
      return (body.conversation.turns as { speaker: string }[]).some((turn) => turn.speaker === 'supervisor');
    });
    const said = caller.said.length;
    expect(
      (await send(there, 'POST', `${path}/give-back`, { note: 'From now on my name is Grace' })).status,
    ).toBe(204);
    // The words of before were answered by the supervisor.
    caller.send({ type: 'text', sessionId: caller.sessionId, data: { text: 'Who am I now?' } });
    await until('the agent is back', () => caller.said.slice(said).includes('You are Grace.'), 20_000);
    const by = two.account.email;
    expect(await stepsOf(caller)).toEqual([
      { step: 'monitor', by },
      { step: 'take-over', by },
      { step: 'give-back', by, text: 'From now on my name is Grace' },
    ]);
  });

  alone('brings the agent back when the supervisor vanishes', async () => {
    const caller = await two.known();
    const relays: UdpRelay[] = [];
    const { path } = await monitor(here, caller, async (sdp) => {
      const relay = await UdpRelay.create(serverPortOf(sdp));
      relays.push(keep(relay));
      return relay.rewrite(sdp);
    });
    expect((await send(here, 'POST', `${path}/take-over`)).status).toBe(204);
    const said = caller.said.length;
    const goneMs = performance.now();
    for (const relay of relays) relay.cutOff();
    const { atMs } = await until('the agent is heard', () =>
      caller.peers
        .at(-1)
        ?.heard.find((chunk) => chunk.atMs > goneMs + ECHO_OF_BEFORE_MS && rms(chunk.samples) > AUDIBLE_RMS),
    );
    expect(atMs - goneMs).toBeLessThan(BACK_WITHIN_MS);
    expect(await until('it has said so', () => caller.said[said])).toBe(CUT_OFF);
    expect(await caller.ask('Who am I?')).toBe('You are Ada.');
    expect(await stepsOf(caller)).toMatchObject([
      { step: 'monitor' },
      { step: 'take-over' },
      { step: 'vanish' },
    ]);
  });

  alone('gives a call that was taken over to the agent when it moves, and is heard there again', async () => {
    const caller = await two.known();
    const { path } = await monitor(here, caller);
    expect((await send(here, 'POST', `${path}/take-over`)).status).toBe(204);
    const said = caller.said.length;
    caller.vanish();
    await caller.offerTo(there.baseUrl);
    expect(await until('the agent is back', () => caller.said[said], 20_000)).toBe(CUT_OFF);
    expect((await send(here, 'POST', `${path}/take-over`)).status).toBe(404);
    const { peer } = await monitor(here, caller);
    expect(await toneAfter(peer, CALLER_HZ, hum(caller, CALLER_HZ))).toBeLessThan(HEARD_WITHIN_MS);
  });

  alone('refuses who has no right to it, and what cannot be', async () => {
    const caller = await two.known();
    const path = await pathOf(caller);
    const sdp = await keep(new WebRtcClient()).createOffer();
    const coded = async (method: string, rest: string, body?: object, asked?: string) => {
      const { status, body: answer } = await send(here, method, `${path}${rest}`, body, asked);
      return [status, answer.error_code];
    };
    const stranger = await here.createKey(await here.createAccount());
    const reader = await here.createKey(two.account, { scopes: ['conversations:read', 'calls:write'] });
    const ofOther = await here.createKey(two.account, { agentIds: ['agent-other'] });
    const inLive = await here.createKey(two.account, { environments: ['live'] });
    expect(await coded('POST', '/monitors', { sdp }, stranger)).toEqual([404, 'CONVERSATIONS_NOT_FOUND']);
    expect(await coded('POST', '/monitors', { sdp }, ofOther)).toEqual([404, 'CONVERSATIONS_NOT_FOUND']);
    expect(await coded('POST', '/monitors', { sdp }, reader)).toEqual([403, 'FORBIDDEN']);
    expect(await coded('POST', '/whispers', { text: 'Stop.' }, inLive)).toEqual([403, 'FORBIDDEN']);
    expect(await coded('POST', '/monitors', { sdp: 'v=0' })).toEqual([400, 'SCHEMA_VALIDATION_FAILED']);
    expect(await coded('POST', '/whispers', { text: 'x'.repeat(1_001) })).toEqual([
      400,
      'SCHEMA_VALIDATION_FAILED',
    ]);

    const { path: own } = await monitor(here, caller);
    const rest = own.slice(path.length);
    const colleague = await here.createKey(two.account);
    expect(await coded('POST', `${rest}/take-over`, undefined, colleague)).toEqual([
      404,
      'MONITORS_NOT_FOUND',
    ]);
    expect(await coded('POST', `${rest}/give-back`, {})).toEqual([409, 'CALL_NOT_TAKEN_OVER']);
    expect(await coded('POST', `${rest}/take-over`)).toEqual([204, undefined]);
    expect(await coded('POST', '/whispers', { text: 'Stop.' })).toEqual([409, 'CALL_TAKEN_OVER']);
    for (let more = 0; more < 3; more++) await monitor(here, caller);
    expect(await coded('POST', '/monitors', { sdp })).toEqual([429, 'TOO_MANY_MONITORS']);
    const codes = await Promise.all(
      Array.from({ length: 14 }, () => coded('POST', '/whispers', { text: 'Stop.' })),
    );
    expect(codes).toContainEqual([429, 'TOO_MANY_WHISPERS']);

    caller.hangUp();
    await until('it is over', async () => (await two.recordOf(caller)).endedAt !== null);
    expect(await coded('POST', '/monitors', { sdp })).toEqual([409, 'CALL_NOT_RUNNING']);
  });

  alone('tells why an agent without a model takes no instruction', async () => {
    const starter = { provider: 'starter' };
    const ofStarter = await two.agentOf({
      fallbackReply: 'Pardon?',
      prompt: undefined,
      models: { traditional: { llm: starter, stt: starter, tts: starter } },
    });
    const caller = two.caller(ofStarter);
    await caller.offerTo(here.baseUrl);
    await until('it is greeted', () => caller.said.length > 0, 60_000);
    const answer = await send(here, 'POST', `${await pathOf(caller)}/whispers`, { text: 'Stop.' });
    expect([answer.status, answer.body.error_code]).toEqual([409, 'AGENT_TAKES_NO_INSTRUCTIONS']);
  });
});
