import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { CallsService } from './calls/index.js';
import type { Running } from './cluster/processes/running.js';
import { createApp } from './create-app.js';
import { AppConfig, type Overrides, removedSettingsIn } from './common/config/index.js';
import { Metrics } from './common/metrics/index.js';
import { collectAfterStart } from './collect-after-start.js';
import { ProcessFaults } from './process-faults.js';
import { demoFileOf, DemoSeed } from './demo/index.js';

/** For one of several processes of an instance, which share a port. */
interface OneOfSeveral {
  /** Counted from 1. */
  readonly number: number;
  /** This process's own port. */
  readonly port: number;
  onListening(app: NestFastifyApplication): void;
}

/**
 * Starts the service, configured by the environment.
 * @param overrides Constants that a test changes
 * @throws ConfigError for an invalid setting
 */
export async function run(
  environment: NodeJS.ProcessEnv,
  overrides: Overrides,
  part?: OneOfSeveral,
): Promise<Running> {
  const config = AppConfig.fromEnvironment(environment, overrides);
  const app = await createApp(config);
  if (part === undefined || part.number === 1) {
    const logger = app.get(Logger);
    for (const sentence of removedSettingsIn(environment)) logger.warn(sentence);
  }
  await app.listen(part?.port ?? config.http.port, config.http.host);
  part?.onListening(app);
  const port = config.http.port || (app.getHttpServer().address() as AddressInfo).port;
  const faults = ProcessFaults.watch(app.get(Metrics));
  const baseUrl = config.http.publicUrl ?? `http://localhost:${port}`;
  const demo = config.instance.seedDemo ? await app.get(DemoSeed).run(baseUrl) : undefined;
  const calls = app.get(CallsService);
  const cancelCollection = collectAfterStart(() => calls.activeCount > 0);
  return {
    close: async () => {
      cancelCollection();
      await calls.drain();
      await app.close();
      faults.close();
    },
    faulted: faults.first,
    addresses: {
      baseUrl,
      ...(demo && {
        demo: {
          signInUrl: demo.signInUrl,
          file: path.resolve(demoFileOf(config)),
          ...(demo.sipUri !== undefined && { sipUri: demo.sipUri }),
        },
      }),
    },
  };
}
