import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { AppConfig } from '../../common/config/index.js';
import { InstanceLease } from '../instances/instance-lease.js';
import { Instances } from '../instances/instances.service.js';
import type { RunningCall } from '../ownership/running-call.js';
import { PhoneCallFailover } from './phone-call-failover.service.js';
import { LiveCalls } from '../ownership/live-calls.js';

/** How often to check for silence in a call, and for another instance that accepts calls. */
const LOOK_MS = 100;
const LOOK_FOR_OTHERS_MS = 1_000;

/** Migrates the calls of a draining instance, each at a moment of silence. */
@Injectable()
export class DrainMigrator {
  private othersTakeCalls = false;

  constructor(
    private readonly live: LiveCalls,
    private readonly failover: PhoneCallFailover,
    private readonly instances: Instances,
    private readonly lease: InstanceLease,
    private readonly config: AppConfig,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(DrainMigrator.name);
  }

  /** Asks the clients of all calls that support migration, until aborted. Never throws. */
  async ask(signal: AbortSignal): Promise<void> {
    try {
      await pause(this.config.calls.moveAfterMs, undefined, { signal });
      for (let look = 0; ; look++) {
        if (look % (LOOK_FOR_OTHERS_MS / LOOK_MS) === 0) await this.lookForOthers();
        if (this.othersTakeCalls) for (const call of this.live.all()) this.migrate(call);
        await pause(LOOK_MS, undefined, { signal });
      }
    } catch (err) {
      if (!signal.aborted) this.logger.error({ err }, 'calls could not be migrated');
    }
  }

  /** The drain time is over: leaves calls that can resume elsewhere and ends the rest. */
  async endAll(): Promise<void> {
    const ended = this.live.all().map((call) => {
      const isLeft = this.othersTakeCalls && call.migration.isPossible;
      return call.end(isLeft ? 'moved' : 'shutdown');
    });
    await Promise.all(ended);
  }

  /** Clients are asked to migrate; phone calls need no cooperation. */
  private migrate({ sessionId, migration }: RunningCall): void {
    migration.ask();
    if (migration.offerLine())
      void this.failover.offer(sessionId).then((isTaken) => isTaken || migration.keepsLine());
  }

  private async lookForOthers(): Promise<void> {
    try {
      const alive = await this.instances.alive();
      this.othersTakeCalls = alive.some(({ id, state }) => id !== this.lease.instanceId && state === 'ready');
    } catch (err) {
      this.othersTakeCalls = false;
      this.logger.warn({ err }, 'instances that take calls could not be read');
    }
  }
}
