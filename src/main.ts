import type { AddressInfo } from 'node:net';
import { CallsService } from './calls/index.js';
import { createApp } from './create-app.js';
import { AppConfig } from './common/config/index.js';
import { type DemoAccess, DemoSeed } from './demo/index.js';

/** A running service. */
export interface Running {
  /** Stops it: refuses new work, lets what runs finish, releases everything. */
  close(): Promise<void>;
  /** Lines for the person who started it: where to call and how. */
  describe(): string[];
}

/**
 * Starts the service with the settings of the environment.
 * @throws ConfigError when a setting is bad.
 */
export async function run(environment: NodeJS.ProcessEnv): Promise<Running> {
  const config = AppConfig.fromEnvironment(environment);
  const app = await createApp(config);
  await app.listen(config.http.port, config.http.host);
  const { port } = app.getHttpServer().address() as AddressInfo;
  const baseUrl = config.http.publicUrl ?? `http://localhost:${port}`;
  const demo = config.instance.seedDemo ? await app.get(DemoSeed).run(baseUrl) : undefined;
  return {
    close: async () => {
      await app.get(CallsService).drain();
      await app.close();
    },
    describe: () => [
      `Earshot is listening: ${baseUrl}`,
      ...(demo ? describeDemo(demo, config.instance.demoFile) : []),
    ],
  };
}

/** The studio's address has the API key in its fragment; the other secrets are in the file alone. */
function describeDemo(demo: DemoAccess, file: string): string[] {
  return [
    `Talk to the demo agent: ${demo.studioUrl}`,
    `Signaling: ${demo.signalingUrl}/api/v1/webrtc/signal`,
    `Keys and tokens to try it with: ${file}`,
  ];
}
