import { loadConfig, type Environment } from './load-config.js';
import type { AppConfigValues } from './sections/index.js';

// The class takes its fields from the settings.
/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type */

/** The typed configuration, one property per section. Inject it; nothing else reads the environment. */
export interface AppConfig extends AppConfigValues {}

export class AppConfig {
  private constructor(values: AppConfigValues) {
    Object.assign(this, values);
  }

  /** @throws ConfigError when a variable has an invalid value. */
  static fromEnvironment(environment: Environment = process.env): AppConfig {
    return new AppConfig(loadConfig(environment));
  }
}
