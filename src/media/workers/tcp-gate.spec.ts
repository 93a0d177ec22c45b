import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { checkFor } from '../../../test/support/ice-check.js';
import { TcpGate, type TcpLimits } from './tcp-gate.js';

const LIMITS: TcpLimits = {
  checkTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  maxUncheckedPerAddress: 10,
  maxUnchecked: 20,
};

describe('TCP gate of a media worker', () => {
  let worker: Server;
  let gate: TcpGate;
  let clients: Socket[];

  beforeEach(async () => {
    clients = [];
    // Echoes its input.
    worker = createServer((socket) => void socket.on('error', () => undefined).pipe(socket));
    await once(worker.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    gate.close();
    await once(worker.close(), 'close');
  });

  async function open(limits: Partial<TcpLimits> = {}): Promise<void> {
    const { port: workerPort } = worker.address() as AddressInfo;
    const party = { iceParameters: { usernameFragment: 'ours', password: 'secret' } };
    const partyOf = (fragment: string) => (fragment === 'ours' ? party : undefined);
    gate = await TcpGate.listen({
      ...LIMITS,
      ...limits,
      listenIp: '127.0.0.1',
      port: 0,
      workerPort,
      partyOf,
    });
  }

  /** A client from a loopback address. */
  async function come(localAddress = '127.0.0.1'): Promise<{ socket: Socket; closed: Promise<unknown> }> {
    const socket = connect({ host: '127.0.0.1', port: gate.port, localAddress });
    clients.push(socket.on('error', () => undefined));
    const closed = once(socket, 'close');
    await once(socket, 'connect');
    return { socket: socket.resume(), closed };
  }

  async function isServed(socket: Socket): Promise<boolean> {
    const answer = once(socket, 'data').then(([bytes]) => (bytes as Buffer).equals(checkFor('ours')));
    socket.write(checkFor('ours'));
    return Promise.race([answer, once(socket, 'close').then(() => false)]);
  }

  it('forwards a client that names one of its calls, at any chunk boundary', async () => {
    await open();
    const { socket } = await come();
    const bytes = checkFor('ours');
    socket.setNoDelay(true).write(bytes.subarray(0, 1));
    const heard: Buffer[] = [];
    socket.on('data', (more: Buffer) => heard.push(more));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(bytes.subarray(1));
    while (Buffer.concat(heard).length < bytes.length) await once(socket, 'data');
    expect(Buffer.concat(heard).equals(bytes)).toBe(true);
  });

  it.each([
    ['names a call that is not there', checkFor('nobodys')],
    ['sends something else', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ])('disconnects a stranger who %s', async (_what, bytes) => {
    await open();
    const { socket, closed } = await come();
    socket.write(bytes);
    await closed;
  });

  it('disconnects clients that send nothing or an incomplete check', async () => {
    await open({ checkTimeoutMs: 50 });
    const strangers = await Promise.all([come(), come()]);
    strangers[1].socket.write(checkFor('ours').subarray(0, 30));
    await Promise.all(strangers.map(({ closed }) => closed));
  });

  it('closes an idle connection of a call', async () => {
    await open({ idleTimeoutMs: 100 });
    const { socket, closed } = await come();
    expect(await isServed(socket)).toBe(true);
    await closed;
  });

  it('keeps a port free for callers when strangers hold connections', async () => {
    await open({ maxUncheckedPerAddress: 3, maxUnchecked: 6 });
    const first = await come('127.0.0.2');
    for (const address of ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3', '127.0.0.3'])
      await come(address);
    // One beyond its limit.
    await (
      await come('127.0.0.2')
    ).closed;
    const caller = await come('127.0.0.4');
    await first.closed;
    expect(await isServed(caller.socket)).toBe(true);
  });

  it('closes with all its connections', async () => {
    await open();
    const [silent, caller] = await Promise.all([come(), come()]);
    expect(await isServed(caller.socket)).toBe(true);
    gate.close();
    await Promise.all([silent.closed, caller.closed]);
  });
});
