import { loadConfig, type Environment } from './load-config.js';
import type { AppConfigValues, Overrides } from './sections/index.js';

// The class takes its fields from the settings.
/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type */

/** The typed configuration, one property per section. Inject it; nothing else reads the environment. */
export interface AppConfig extends AppConfigValues {}

export class AppConfig {
  private constructor(values: AppConfigValues) {
    Object.assign(this, values);
  }

  /**
   * @param overrides Constants that a test changes
   * @throws ConfigError when a variable has an invalid value.
   */
  static fromEnvironment(environment: Environment = process.env, overrides: Overrides = {}): AppConfig {
    return new AppConfig(loadConfig(environment, overrides));
  }
}
