import { existsSync } from 'node:fs';
import { LaunchError, messageOf } from './launch-error.mjs';
import { inProject } from './project.mjs';

/** Takes the settings of `.env`, if there is such a file. What the process environment has already wins. */
export function loadDotEnv() {
  const file = inProject('.env');
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new LaunchError(
      `The settings file ${file} cannot be read: ${messageOf(error)}`,
      'Mend its permissions, or remove it.',
      { cause: error },
    );
  }
}
