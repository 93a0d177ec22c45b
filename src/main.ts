import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { CallsService } from './calls/index.js';
import { createApp } from './create-app.js';
import { AppConfig } from './common/config/index.js';
import { Metrics } from './common/metrics/index.js';
import { collectAfterStart, ProcessFaults } from './common/startup/index.js';
import { demoFileOf, DemoSeed } from './demo/index.js';

/** Where a running service is reached. */
export interface Addresses {
  readonly baseUrl: string;
  readonly demo?: {
    /** The page of the demo agent, as which its owner is signed in: good once, for SIGN_IN_LINK_MINUTES. */
    readonly signInUrl: string;
    /** Where all keys and tokens are. */
    readonly file: string;
    /** What a softphone on this machine dials; absent where SIP is switched off. */
    readonly sipUri?: string;
  };
}

/** A running service. */
export interface Running {
  /** Stops it: refuses new work, lets what runs finish, releases everything. */
  close(): Promise<void>;
  readonly addresses: Addresses;
  /** Resolves on an uncaught error: close the service then, and start it anew. */
  readonly faulted: Promise<void>;
}

/** For one of several processes of an instance, which share a port. */
interface OneOfSeveral {
  /** Where this process listens itself. */
  readonly port: number;
  onListening(app: NestFastifyApplication): void;
}

/** Starts the service, configured by the environment. @throws ConfigError for a bad setting. */
export async function run(environment: NodeJS.ProcessEnv, part?: OneOfSeveral): Promise<Running> {
  const config = AppConfig.fromEnvironment(environment);
  const app = await createApp(config);
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
