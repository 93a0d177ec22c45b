import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../test/support/until.js';
import { WorkerPipes } from './worker-pipes.js';

const PACKET_BYTES = 200;

/** Sends the ordered number of packets and reports the largest batch and the total. */
const WORKER = `
  const { writeSync } = require('node:fs');
  process.stdin.on('data', (count) => {
    for (let left = Number(count); left > 0; left--) writeSync(4, 'x'.repeat(${PACKET_BYTES}));
    process.stdout.write('sent;');
  });
  const hash = require('node:crypto').createHash('sha1');
  new (require('node:net').Socket)({ fd: 3 }).on('data', (data) => {
    process.stdout.write(data.length + ';' + hash.update(data).copy().digest('hex') + ';');
  });
`;

const READ_EVERY_MS = 20;

describe('WorkerPipes', () => {
  let child: ChildProcess;
  let pipes: WorkerPipes;
  let writer: Writable;
  let packets = 0;
  let told: string[] = [];

  function open(readEveryMs: number): void {
    [packets, told] = [0, []];
    const { pipes: opened } = WorkerPipes.of(() => {
      child = spawn(process.execPath, ['-e', WORKER], { stdio: ['pipe', 'pipe', 'inherit', 'pipe', 'pipe'] });
      return Promise.resolve();
    }, readEveryMs);
    const [found, reader] = [opened(), child.stdio[4]];
    if (!found || !(reader instanceof Socket)) throw new Error('there are no pipes');
    pipes = found;
    writer = child.stdio[3] as Writable;
    reader.on('data', (data: Buffer) => (packets += data.length / PACKET_BYTES));
    child.stdout?.on('data', (data: Buffer) => told.push(...String(data).split(';').filter(Boolean)));
  }

  beforeEach(() => open(READ_EVERY_MS));

  afterEach(() => child.kill());

  const order = async (count = 1) => {
    told = [];
    child.stdin?.write(String(count));
    await until('a packet was sent', () => told.includes('sent'));
  };

  const stopReading = async () => {
    pipes.readOnce();
    await delay(20);
  };

  it('read once when asked, and then stop', async () => {
    await order();
    await until('it was read', () => packets === 1);
    await stopReading();
    await order();
    await order();
    await delay(50);
    expect(packets).toBe(1);
    pipes.readOnce();
    await until('both were read', () => packets === 3);
  });

  it('read no more often than configured, despite repeated requests', async () => {
    child.kill();
    open(1_000);
    await stopReading();
    const readMs = performance.now();
    await order();
    for (let asked = 0; asked < 5; asked++) await stopReading();
    if (performance.now() - readMs < 900) expect(packets).toBe(0);
    await until('it was read', () => (pipes.readOnce(), packets === 1));
    expect(performance.now() - readMs).toBeGreaterThan(900);
    expect(pipes.heldMs).toBe(980);
  });

  it('read on every tick when the pipe would overflow', async () => {
    child.kill();
    open(1_000);
    await order(0);
    await stopReading();
    await order(75);
    await until('they were read', () => (pipes.readOnce(), packets === 75));
    await order();
    await delay(READ_EVERY_MS);
    pipes.readOnce();
    expect(packets).toBe(76);
  });

  it('read a full pipe to the end', async () => {
    await stopReading();
    await order(90);
    const isSent = order(910);
    expect(packets).toBe(0);
    pipes.readOnce();
    await until('all of it was read', () => packets === 1_000);
    await isSent;
  });

  it('read at once while a request to the worker is pending', async () => {
    await stopReading();
    writer.write('a request');
    await order();
    await until('the answer was read', () => packets === 1);
  });

  it('write packets of one moment in one piece', async () => {
    for (let count = 0; count < 5; count++) pipes.sendMedia(() => writer.write(Buffer.from('packet')));
    await until('something came', () => told.length > 0);
    expect(told[0]).toBe('30');
  });

  it('keep packets and requests in order, and queue what a busy worker cannot take', async () => {
    const sent: string[] = [];
    const text = (index: number) => `${'x'.repeat(1_400)}${String(index).padStart(6, '0')}`;
    for (let index = 0; index < 2_000; index++) {
      sent.push(text(index));
      if (index % 100 === 0) writer.write(text(index));
      else pipes.sendMedia(() => writer.write(Buffer.from(text(index))));
    }
    const digest = createHash('sha1').update(sent.join('')).digest('hex');
    await until('all of it came', () => told.includes(digest));
  });
});
