import { AgentFault } from '../../voice/agent-adapter.js';
import type { ProviderBudgets } from '../../providers/index.js';
import { plainProtocol, PlainServer, type Welcome } from '../../../test/support/plain-provider.js';
import { ReconnectingLink } from './reconnecting-link.js';

const budgets: ProviderBudgets = {
  connectTimeoutMs: 1_000,
  replyTimeoutMs: 1_000,
  fallbackAfterMs: 1_000,
  endToEndFallbackAfterMs: 1_000,
  reconnectBudgetMs: 5_000,
};

async function until(holds: () => boolean): Promise<void> {
  const giveUpAtMs = performance.now() + 10_000;
  while (!holds()) {
    if (performance.now() > giveUpAtMs) throw new Error(`Not in time: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const sound = (number: number) => new Int16Array(320).fill(number);

/** Timers that keep the process alive or are pending. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('ReconnectingLink', () => {
  const servers: PlainServer[] = [];
  const links: ReconnectingLink[] = [];

  afterEach(async () => {
    for (const link of links.splice(0)) link.close();
    for (const server of servers.splice(0)) await server.close();
  });

  async function linkTo(
    welcome: (index: number) => Welcome,
    options: { budgets?: Partial<ProviderBudgets>; isResumed?: boolean } = {},
  ) {
    const server = await PlainServer.start(welcome);
    servers.push(server);
    const happened: string[] = [];
    const gone = new AbortController();
    const link = new ReconnectingLink({
      protocol: plainProtocol(server.url, options.isResumed ?? false),
      budgets: { ...budgets, ...options.budgets },
      signal: gone.signal,
      said: () => [],
    });
    links.push(link);
    const opened = link.open({
      event: (event) => happened.push(event.kind === 'caller-transcript' ? event.text : event.kind),
      lost: () => happened.push('lost'),
      replay: (session) => session.addItem({ kind: 'message', role: 'user', text: 'before' }),
      restored: (turnEnded) => happened.push(turnEnded ? 'restored, turn ended' : 'restored'),
      failed: (code) => happened.push(code),
    });
    return { server, link, happened, opened, gone };
  }

  it('reconnects at once, then with backoff, and reports loss and recovery once', async () => {
    const { server, happened, opened } = await linkTo(
      (index) => (index > 0 && index < 5 ? 'refuse' : 'serve'),
      { budgets: { reconnectBudgetMs: 60_000 } },
    );
    await opened;
    const lostAtMs = performance.now();
    server.sockets[0]!.terminate();
    await until(() => happened.length === 2);
    expect(happened).toEqual(['lost', 'restored']);
    expect(server.askedAtMs).toHaveLength(6);
    const pauses = server.askedAtMs.slice(1).map((atMs, index, all) => atMs - (all[index - 1] ?? lostAtMs));
    [0, 100, 250, 500, 1_000].forEach((pauseMs, index) => {
      expect(pauses[index]).toBeGreaterThanOrEqual(pauseMs - 5);
    });
  });

  it('fails when the reconnect budget is used up', async () => {
    const { server, happened, opened } = await linkTo((index) => (index > 0 ? 'refuse' : 'serve'), {
      budgets: { reconnectBudgetMs: 700 },
    });
    await opened;
    const lostAtMs = performance.now();
    server.sockets[0]!.terminate();
    await until(() => happened.length === 2);
    expect(happened).toEqual(['lost', 'PROVIDER_LOST']);
    expect(performance.now() - lostAtMs).toBeGreaterThan(700);
    // At once, after 100 ms and after another 250 ms; a further attempt would exceed the budget. A slow machine makes
    // fewer.
    expect(server.askedAtMs.length).toBeGreaterThan(1);
    expect(server.askedAtMs.length).toBeLessThanOrEqual(4);
  });

  it('fails at once when the server refuses permanently', async () => {
    const { server, happened, opened } = await linkTo((index) => (index > 0 ? 'unauthorized' : 'serve'));
    await opened;
    server.sockets[0]!.terminate();
    await until(() => happened.length === 2);
    expect(happened).toEqual(['lost', 'PROVIDER_REFUSED']);
    expect(server.askedAtMs).toHaveLength(2);
  });

  it('does not reconnect without a budget or after frequent disconnects', async () => {
    const never = await linkTo(() => 'serve', { budgets: { reconnectBudgetMs: 0 } });
    await never.opened;
    never.server.sockets[0]!.terminate();
    await until(() => never.happened.length > 0);
    expect(never.happened).toEqual(['PROVIDER_LOST']);
    const often = await linkTo(() => 'serve');
    await often.opened;
    const healed = ['lost', 'restored'];
    const expected = [...healed, ...healed, ...healed, 'PROVIDER_LOST'];
    for (const told of [2, 4, 6, 7]) {
      often.server.sockets.at(-1)!.terminate();
      await until(() => often.happened.length === told);
      expect(often.happened).toEqual(expected.slice(0, told));
    }
  });

  it('replays audio from the outage to a resumed session, in order and once', async () => {
    const { server, link, happened, opened } = await linkTo((index) => (index === 1 ? 'refuse' : 'serve'), {
      isResumed: true,
    });
    await opened;
    link.beginTurn();
    link.sendAudio(sound(1));
    await until(() => server.told[0]?.length === 2);
    server.sockets[0]!.terminate();
    await until(() => happened.includes('lost'));
    link.sendAudio(sound(2));
    link.endTurn();
    link.beginTurn();
    link.sendAudio(sound(3));
    await until(() => happened.length === 2);
    link.sendAudio(sound(4));
    link.endTurn();
    const told = ['item message', 'begin', 'audio 2', 'audio 3', 'end', 'begin', 'audio 4', 'end'];
    await until(() => server.told.at(-1)!.length === told.length);
    expect(server.told).toEqual([['begin', 'audio 1'], told]);
    expect(happened).toEqual(['lost', 'restored, turn ended']);
  });

  it('gives a new session the history, then turns not yet transcribed', async () => {
    const { server, link, happened, opened } = await linkTo((index) => (index === 1 ? 'refuse' : 'serve'));
    await opened;
    const say = (number: number) => {
      link.beginTurn();
      link.sendAudio(sound(number));
    };
    say(1);
    link.endTurn();
    link.turnHeard();
    say(2);
    link.discardTurn();
    say(3);
    link.endTurn();
    say(4);
    await until(() => server.told[0]!.at(-1) === 'audio 4');
    server.sockets[0]!.terminate();
    await until(() => happened.includes('lost'));
    link.sendAudio(sound(5));
    expect(link.keepsTurn).toBe(true);
    await until(() => happened.includes('restored, turn ended'));
    link.sendAudio(sound(6));
    link.endTurn();
    const told = ['item message', 'begin', 'audio 3', 'end', 'begin', 'audio 4', 'audio 5', 'audio 6', 'end'];
    await until(() => server.told.at(-1)!.length === told.length);
    expect(server.told.at(-1)).toEqual(told);
    link.turnHeard();
    link.turnAnswered();
    expect(link.keepsTurn).toBe(false);
  });

  it('gives a new session the last ten seconds of at most two turns', async () => {
    const { server, link, happened, opened } = await linkTo(() => 'serve');
    await opened;
    for (const turn of [1, 2, 3]) {
      link.beginTurn();
      for (let piece = 0; piece < 600; piece++) link.sendAudio(sound(turn));
      link.endTurn();
    }
    server.sockets[0]!.terminate();
    await until(() => happened.includes('restored, turn ended'));
    const turn = (number: number) => ['begin', ...Array<string>(500).fill(`audio ${number}`), 'end'];
    const told = ['item message', ...turn(2), ...turn(3)];
    await until(() => server.told.at(-1)!.length === told.length);
    expect(server.told.at(-1)).toEqual(told);
  });

  it('delivers server events in order and none after the end', async () => {
    const { server, link, happened, opened } = await linkTo(() => 'serve');
    await opened;
    const sent = Array.from({ length: 200 }, (_, index) => `words ${index}`);
    for (const words of sent) server.sockets[0]!.send(words);
    await until(() => happened.length === sent.length);
    expect(happened).toEqual(sent);
    link.close();
    server.sockets[0]!.send('too late');
    await until(() => server.sockets[0]!.readyState === server.sockets[0]!.CLOSED);
    expect(happened).toEqual(sent);
  });

  it('closes its socket silently while connecting or reconnecting', async () => {
    const first = await linkTo(() => 'hang');
    const outcome = first.opened.catch((error: unknown) => error);
    await until(() => first.server.sockets.length === 1);
    first.link.close();
    first.gone.abort();
    expect(await outcome).toBeInstanceOf(AgentFault);
    await until(() => first.server.sockets[0]!.readyState === first.server.sockets[0]!.CLOSED);

    const again = await linkTo((index) => (index === 0 ? 'serve' : 'hang'));
    await again.opened;
    again.server.sockets[0]!.terminate();
    await until(() => again.server.sockets.length === 2);
    again.link.close();
    again.gone.abort();
    await until(() => again.server.sockets[1]!.readyState === again.server.sockets[1]!.CLOSED);
    expect([first.happened, again.happened]).toEqual([[], ['lost']]);
    expect(again.server.askedAtMs).toHaveLength(2);
  });

  it('fails in time when the server never becomes ready or drops the connection', async () => {
    const hanging = await linkTo(() => 'hang', { budgets: { connectTimeoutMs: 200 } });
    await expect(hanging.opened).rejects.toMatchObject({ code: 'PROVIDER_TIMEOUT', retryable: true });
    const breaking = await linkTo(() => 'break');
    await expect(breaking.opened).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE', retryable: true });
  });

  it('leaves no timers', async () => {
    const before = timers();
    const { server, link, happened, opened } = await linkTo((index) => (index === 0 ? 'serve' : 'refuse'));
    await opened;
    server.sockets[0]!.terminate();
    await until(() => happened.length === 1);
    link.close();
    await server.close();
    await until(() => timers() <= before);
  });
});
