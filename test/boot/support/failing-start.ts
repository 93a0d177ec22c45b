// Starts the service with an invalid secret and does nothing else: the process must exit.
import { AppConfig } from '../../../src/common/config/index.js';
import { createApp } from '../../../src/create-app.js';

try {
  await createApp(AppConfig.fromEnvironment());
} catch (error) {
  console.log(error instanceof Error ? error.message : 'unknown');
  process.exitCode = 3;
}
