// Starts the service with a bad secret, and then does nothing more: the process must end by itself.
import { AppConfig } from '../../../src/common/config/index.js';
import { createApp } from '../../../src/create-app.js';

try {
  await createApp(AppConfig.fromEnvironment());
} catch (error) {
  console.log(error instanceof Error ? error.message : 'unknown');
  process.exitCode = 3;
}
