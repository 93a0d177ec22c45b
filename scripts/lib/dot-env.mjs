import { existsSync } from 'node:fs';
import { LaunchError, messageOf } from './launch-error.mjs';
import { inProject } from './project.mjs';

/** Loads `.env`, if it exists. The process environment takes precedence. */
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
