import { setTimeout as delay } from 'node:timers/promises';
import { CountingService } from '../providers/support/counting-service.js';
import { type Brain, OpenAiStandIn } from '../stand-ins/index.js';
import { rms } from '../support/audio.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { describeWithHaproxy } from '../support/haproxy.js';
import { TcpRelay } from '../support/tcp-relay.js';
import { until } from '../support/until.js';
import type { WebRtcClient } from '../support/webrtc-client.js';
import { CUT_OFF, rememberingAgent, rememberingBrain } from './support/remembering.js';
import { type Instance, ThreeInstances } from './support/three-instances.js';

const LEASE_MS = 4_000;
const FROZEN_MS = Number(process.env.FROZEN_TEST_MS ?? 60_000);
const AUDIBLE_RMS = 0.01;
/** Longer than the test. */
const STORY = Array.from({ length: 60 }, (_, day) => `On day ${day + 1} it rained from morning until night.`);

const brain: Brain = (input) =>
  /tell me a story/i.test(input.history.at(-1)?.role === 'user' ? lastWords(input) : '')
    ? { kind: 'say', text: STORY.join(' ') }
    : rememberingBrain(input);

function lastWords({ history }: Parameters<Brain>[0]): string {
  const last = history.at(-1);
  return last && 'text' in last ? last.text : '';
}

/** Times of audible sound on a connection, in order. */
const audibleMs = ({ heard }: WebRtcClient): number[] =>
  heard.filter(({ samples }) => rms(samples) > AUDIBLE_RMS).map(({ atMs }) => atMs);

/** The address of an instance's relay, for its peers. */
const hostOf = (index: number): string => `127.0.0.${index + 2}`;
const portOf = (url: string): number => Number(new URL(url).port);

describeWithHaproxy(describe)('instance with an expired lease while its agent speaks', () => {
  let three: ThreeInstances;
  let model: OpenAiStandIn;
  let bookings: CountingService;
  let toDatabase: TcpRelay;
  const toPeers: TcpRelay[] = [];
  const callers: CarriedCaller[] = [];

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ brain });
    bookings = await CountingService.start();
    bookings.letGo();
    const { url } = model;
    three = await ThreeInstances.start({
      env: {
        LLM_URL: url,
        STT_URL: url,
        TTS_URL: url,
        CONVERSATIONS_INSTANCE_LEASE_MS: String(LEASE_MS),
      },
      overrides: { conversations: { carryOnWithinMs: 120_000 } },
      envOf: (index) => ({ INSTANCE_ADDRESS: `http://${hostOf(index)}` }),
      databaseUrlOf: (index, database) => (index === 0 ? throughRelay(database) : database),
      beforeStart: async (instances, database) => {
        toDatabase = await TcpRelay.create(database);
        for (const { index, peerUrl } of instances) {
          toPeers.push(await TcpRelay.create(peerUrl, { host: hostOf(index), port: portOf(peerUrl) }));
        }
      },
    });
    await three.publish(rememberingAgent(bookings));
  }, 300_000);
  afterEach(() => {
    for (const caller of callers.splice(0)) caller.hangUp();
  });
  afterAll(async () => {
    await three?.close();
    toDatabase?.close();
    for (const relay of toPeers) relay.close();
    await model?.close();
    await bookings?.close();
  });

  function throughRelay(database: string): string {
    const url = new URL(database);
    url.host = `127.0.0.1:${toDatabase.port}`;
    return url.href;
  }

  const instance = (index: number): Instance => {
    const found = three.instances[index];
    if (!found) throw new Error('There are three instances.');
    return found;
  };

  /** A caller on the first instance who hears a story and has said a word. */
  async function listening(): Promise<{ caller: CarriedCaller; peer: WebRtcClient }> {
    const caller = new CarriedCaller(three.access.connectorToken, { mode: 'traditional' }, true);
    callers.push(caller);
    await caller.offerTo(instance(0).baseUrl);
    await until('it is greeted', () => caller.said.length > 0);
    expect(await caller.ask('Please remember umbrella.')).toContain('umbrella');
    const [peer] = caller.peers;
    if (!peer) throw new Error('There is no connection.');
    caller.send({ type: 'text', sessionId: caller.sessionId, data: { text: 'Tell me a story.' } });
    const sinceMs = performance.now();
    await until('the story is heard', () => audibleMs(peer).filter((atMs) => atMs > sinceMs).length > 100);
    return { caller, peer };
  }

  /** Retries at the second instance until it has the call. */
  async function goesOnAtTheSecond(caller: CarriedCaller): Promise<WebRtcClient> {
    const offered = async () =>
      (await caller.offerTo(instance(1).baseUrl)).type === 'answer' || delay(200, false);
    await until('the second instance has the call', offered, 60_000);
    await until('it says so', () => caller.said.includes(CUT_OFF), 20_000);
    const peer = caller.peers.at(-1);
    if (!peer) throw new Error('There is no connection.');
    return peer;
  }

  /** The old connection is silent once the new one is audible, and after its deadline. */
  function expectOneSpeaker(before: WebRtcClient, after: WebRtcClient, silentFromMs: number): void {
    const [last = Infinity, first = 0] = [audibleMs(before).at(-1), audibleMs(after)[0]];
    expect(last).toBeLessThan(first);
    expect(last).toBeLessThan(silentFromMs);
  }

  it('falls silent before its successor speaks when only callers reach it, and lets the call go when healed', async () => {
    const { caller, peer } = await listening();
    const cutMs = performance.now();
    toDatabase.partition();
    // In both directions: a peer that it reaches would renew its lease.
    for (const relay of toPeers) relay.partition();
    const next = await goesOnAtTheSecond(caller);
    // It continued as long as allowed.
    expect(audibleMs(peer).at(-1)).toBeGreaterThan(cutMs + LEASE_MS / 4);
    expectOneSpeaker(peer, next, cutMs + LEASE_MS);
    // An instance that reaches nobody says goodbye to a caller who stays.
    caller.leaveEarlier();
    expect(await caller.ask('What was the word?')).toBe('The word is umbrella.');
    toDatabase.heal();
    for (const relay of toPeers) relay.heal();
    await until('it has a lease again', () => readyAt(0), 60_000);
    await until('it lets the call go', async () => (await activeAt(0)) === 0, 30_000);
    expect(await caller.ask('What was the word?')).toBe('The word is umbrella.');
  }, 180_000);

  it(
    `says and does nothing after being frozen for ${FROZEN_MS} ms`,
    async () => {
      const { caller, peer } = await listening();
      const frozenMs = performance.now();
      instance(0).process?.signal('SIGSTOP');
      // In the socket's buffer when the process wakes.
      const text = 'Please book afterwards.';
      caller.send({ type: 'text', sessionId: caller.sessionId, data: { text } });
      const next = await goesOnAtTheSecond(caller);
      expectOneSpeaker(peer, next, frozenMs + 1_000);
      expect(await caller.ask('What was the word?')).toBe('The word is umbrella.');
      await delay(Math.max(0, frozenMs + FROZEN_MS - performance.now()));
      instance(0).process?.signal('SIGCONT');
      await until('it lets the call go', async () => (await activeAt(0)) === 0, 30_000);
      expectOneSpeaker(peer, next, frozenMs + 1_000);
      expect(bookings.bodies.filter((body) => body.includes('afterwards'))).toEqual([]);
      expect(await caller.ask('What was the word?')).toBe('The word is umbrella.');
    },
    FROZEN_MS + 180_000,
  );

  const readyAt = async (index: number) =>
    (await fetch(`${instance(index).baseUrl}/health/ready`).catch(() => undefined))?.ok;

  async function activeAt(index: number): Promise<number | undefined> {
    const answer = await fetch(`${instance(index).baseUrl}/health`).catch(() => undefined);
    return ((await answer?.json()) as { activeSessions: number } | undefined)?.activeSessions;
  }
});
