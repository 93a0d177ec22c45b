import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Overrides } from '../../common/config/index.js';
import { combinedLoad } from './process-load.js';
import type { Addresses, Running } from './running.js';
import type { ToPrimary } from './process-messages.js';
import { MetricsOfAll } from './metrics-of-all.js';
import { type End, OneProcess } from './one-process.js';
import { type ProcessPlan, processSettings } from './process-plan.js';
import { afterEnd, type Ends, nextStart, NO_ENDS } from './restart.js';
import { whoTakes } from './who-takes.js';

/** How often processes are updated about each other. */
const TELL_EVERY_MS = 250;

interface Options {
  readonly environment: NodeJS.ProcessEnv;
  readonly overrides: Overrides;
  readonly plan: ProcessPlan;
  readonly cores: number;
  readonly say: (message: string) => void;
}

interface Place {
  readonly environment: NodeJS.ProcessEnv;
  process: OneProcess | undefined;
  ends: Ends;
  restart: NodeJS.Timeout | undefined;
}

/**
 * The service in several processes. Each is an instance of its own with its own ports. This parent accepts connections,
 * hands them over, and replaces processes that exit. Node's `cluster` would not work: it would also share the free
 * ports and UDP sockets that each process needs for itself.
 */
export class ServiceProcesses implements Running {
  /** Resolves when a process can no longer be restarted. */
  readonly faulted: Promise<void>;
  private giveUp: () => void = () => undefined;
  private known: Addresses | undefined;
  private readonly places: Place[];
  private readonly metrics = new MetricsOfAll();
  private readonly teller: NodeJS.Timeout;
  private isClosing = false;
  private last = -1;

  private constructor(
    private readonly server: Server,
    private readonly options: Options,
  ) {
    this.faulted = new Promise((resolve) => (this.giveUp = resolve));
    const { port } = server.address() as AddressInfo;
    const { environment, plan, cores } = options;
    this.places = Array.from({ length: plan.count }, (_, index) => ({
      environment: { ...environment, ...processSettings(environment, plan, index, port, cores) },
      process: undefined,
      ends: NO_ENDS,
      restart: undefined,
    }));
    server.on('connection', (socket) => this.handOut(socket));
    this.teller = setInterval(() => this.tellOfEachOther(), TELL_EVERY_MS);
  }

  static async start(options: Options): Promise<ServiceProcesses> {
    const { host, port } = options.plan;
    const server = createServer({ pauseOnConnect: true });
    server.listen(port, host);
    await once(server, 'listening');
    let processes: ServiceProcesses | undefined;
    try {
      processes = new ServiceProcesses(server, options);
      await processes.startAll();
      return processes;
    } catch (error) {
      server.close();
      await processes?.killAll();
      throw error;
    }
  }

  get addresses(): Addresses {
    if (!this.known) throw new Error('The processes have not been started.');
    return this.known;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    for (const { restart } of this.places) clearTimeout(restart);
    for (const { process } of this.places) process?.tell({ kind: 'stop' });
    const ends = await Promise.all(this.places.flatMap(({ process }) => process?.ended ?? []));
    clearInterval(this.teller);
    this.server.close();
    const bad = ends.find(({ isClean }) => !isClean);
    if (bad) throw new Error(`A process of the service did not stop cleanly: ${bad.how}.`);
  }

  /** Starts the first process alone, because it creates shared state such as secrets and the demo account. */
  private async startAll(): Promise<void> {
    const [first, ...others] = this.places;
    if (!first) throw new Error('There is no process to start.');
    this.known = await this.begin(first).ready;
    await Promise.all(others.map((place) => this.begin(place).ready));
  }

  private begin(place: Place): OneProcess {
    const number = this.places.indexOf(place) + 1;
    const { overrides } = this.options;
    const process = new OneProcess(number, place.environment, overrides, (message) =>
      this.hear(process, message),
    );
    place.process = process;
    void process.ended.then((end) => {
      if (this.known && !this.isClosing) this.replace(place, end);
    });
    return process;
  }

  private replace(place: Place, end: End): void {
    const number = this.places.indexOf(place) + 1;
    place.process = undefined;
    place.ends = afterEnd(place.ends, end.ranMs);
    const next = nextStart(place.ends);
    const what = `Process ${number} of ${this.places.length} ended (${end.how})`;
    if (next === 'give-up') {
      this.options.say(`${what}, and cannot be started any more.`);
      this.giveUp();
      return;
    }
    this.options.say(`${what}; another one is started in ${next.inMs / 1_000} s.`);
    place.restart = setTimeout(() => this.begin(place), next.inMs);
  }

  private hear(from: OneProcess, message: ToPrimary): void {
    switch (message.kind) {
      case 'metrics-wanted':
        this.metrics.want(from, message.id, this.ready());
        return;
      case 'metrics':
        this.metrics.take(from, message.id, message.metrics);
        return;
      case 'failed':
        this.options.say(`Process ${from.number}: ${message.error.message}`);
        return;
      case 'load':
      case 'ready':
      case 'stopped':
        return;
    }
  }

  private ready(): OneProcess[] {
    return this.places.flatMap(({ process }) => (process?.load ? process : []));
  }

  private handOut(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const takers = this.places.map(({ process }) => ({ load: process?.load, given: process?.given ?? 0 }));
    const index = whoTakes(takers, this.last);
    const process = index === undefined ? undefined : this.places[index]?.process;
    if (index === undefined || !process) {
      socket.destroy();
      return;
    }
    this.last = index;
    process.give(socket);
  }

  private tellOfEachOther(): void {
    const ready = this.ready();
    for (const each of ready) {
      const others = ready.flatMap((other) => (other === each ? [] : (other.load ?? [])));
      each.tell({ kind: 'others-load', others: combinedLoad(others) });
    }
  }

  private async killAll(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.teller);
    const processes = this.places.flatMap(({ process }) => process ?? []);
    for (const process of processes) process.kill();
    await Promise.all(processes.map(({ ended }) => ended));
  }
}
