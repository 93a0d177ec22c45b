// The service under test in its own process: configured by the environment and overrides of constants (the argument),
// controlled by the test (control.ts).
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import { AppConfig, type Overrides } from '../../../src/common/config/index.js';
import { createApp } from '../../../src/create-app.js';
import { startControl } from './control.js';

// The parent process is gone.
process.on('disconnect', () => process.exit(1));

try {
  const config = AppConfig.fromEnvironment(process.env, JSON.parse(process.argv[2] ?? '{}') as Overrides);
  const app = await createApp(config);
  await app.listen(config.http.port, config.http.host);
  const { port } = app.getHttpServer().address() as AddressInfo;
  const control = await startControl(app);
  process.on('message', (message) => {
    if (message !== 'close') return;
    void app.close().then(
      // Coverage is written on an orderly exit.
      () => (process.env.NODE_V8_COVERAGE === undefined ? process.send?.('closed') : process.exit(0)),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  process.send?.({ baseUrl: `http://127.0.0.1:${port}`, controlUrl: control });
  // Tests kill it, so that V8's cache of compiled code would never be written.
  flushCompileCache();
} catch (error) {
  process.send?.({
    failure: error instanceof Error ? { name: error.name, message: error.message } : String(error),
  });
  process.exitCode = 1;
  process.disconnect?.();
}
