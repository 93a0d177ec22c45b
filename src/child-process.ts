import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CallsService } from './calls/index.js';
import { AppConfig, ConfigError } from './common/config/index.js';
import { Metrics } from './common/metrics/index.js';
import { WorkerProcesses } from './cluster/index.js';
import { plainError, type ToPrimary, type ToProcess } from './cluster/processes/process-messages.js';
import type { Running } from './cluster/processes/running.js';
import { WorkerChannel } from './cluster/processes/worker-channel.js';
import { run } from './main.js';

/**
 * One of several processes of the service. It has its own port and also serves connections handed over from the shared
 * port. It exits at once when its parent does: other processes take over its calls.
 */
let service: Running | undefined;
let server: Server | undefined;
let line: WorkerChannel | undefined;
let isStopping = false;
let starting: Promise<void> | undefined;

const tell = (message: ToPrimary): void => {
  if (process.connected) process.send?.(message);
};

function join(app: NestFastifyApplication, number: number): void {
  server = app.getHttpServer();
  const { port } = server.address() as AddressInfo;
  const calls = app.get(CallsService);
  const metrics = app.get(Metrics);
  const { region } = app.get(AppConfig).instance;
  metrics.registry.setDefaultLabels({ region, process: String(number) });
  line = new WorkerChannel(port, () => ({ state: calls.state, calls: calls.activeCount }), metrics, tell);
  app.get(WorkerProcesses).join(line);
}

function serve(socket: Socket | undefined): void {
  if (!socket) return;
  if (!server) {
    socket.destroy();
    return;
  }
  // Match the server's own sockets.
  socket.allowHalfOpen = true;
  socket.setNoDelay(true);
  server.emit('connection', socket);
  socket.resume();
}

async function start({
  environment,
  overrides,
  number,
}: Extract<ToProcess, { kind: 'start' }>): Promise<void> {
  const { processPort } = AppConfig.fromEnvironment(environment).instance;
  const onListening = (app: NestFastifyApplication) => join(app, number);
  service = await run({ ...environment }, overrides, { number, port: processPort ?? 0, onListening });
  void service.faulted.then(() => stop(1));
  line?.tellLoad();
  tell({ kind: 'ready', addresses: service.addresses });
}

async function stop(exitCode: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await starting;
  const closing = service?.close();
  // New connections go to other processes from now on.
  line?.tellLoad();
  try {
    await closing;
  } catch (error) {
    fail(error);
    return;
  }
  end({ kind: 'stopped', exitCode }, exitCode);
}

/**
 * The receiver of the message kills this process: `process.exit` of Node 24 can wait forever for a garbage collection
 * (nodejs/node#54918).
 */
function end(message: ToPrimary, exitCode: number): void {
  process.send?.(message, (error: Error | null) => {
    if (error) process.exit(exitCode);
  });
}

/** Reports the reason, then ends. */
function fail(error: unknown): void {
  const message: ToPrimary = { kind: 'failed', error: plainError(explained(error)) };
  process.send?.(message, () => process.exit(1));
}

/** Names the setting to change if this process's port is in use. */
function explained(error: unknown): unknown {
  const { code, syscall, port } = error as { code?: string; syscall?: string; port?: number };
  if (code !== 'EADDRINUSE' || syscall !== 'listen') return error;
  return new ConfigError([
    `INSTANCE_PROCESS_PORT: port ${port} is taken. Each process has a port of its own: set it to the first of as many free ones as there are INSTANCE_PROCESSES`,
  ]);
}

function hear(message: ToProcess, socket: Socket | undefined): void {
  switch (message.kind) {
    case 'start':
      starting = start(message).catch(fail);
      return;
    case 'connection':
      serve(socket);
      return;
    case 'stop':
      void stop(0);
      return;
    case 'others-load':
    case 'metrics-asked':
    case 'metrics-of-all':
      line?.hear(message);
  }
}

process.on('message', hear);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('SIGTERM', () => void stop(0));
// A terminal sends these to all processes; the parent decides what to do.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
