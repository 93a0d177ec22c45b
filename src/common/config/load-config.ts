import { formerQuotasIn, quotaDefaults } from './quotas.js';
import { type AppConfigValues, constants, type Overrides, sections } from './sections/index.js';
import type { Section, Setting } from './setting.js';

/** Lists all invalid settings together. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads all settings. An absent or empty variable means the default.
 * @param overrides Constants that a test changes
 * @throws ConfigError naming every variable with an invalid value (never the value itself, it may be a secret).
 */
export function loadConfig(environment: Environment, overrides: Overrides): AppConfigValues {
  const problems: string[] = [];
  const read = (setting: Setting<unknown>): unknown => {
    const raw = environment[setting.env];
    if (raw === undefined || raw === '') return setting.fallback;
    try {
      return setting.parse(raw);
    } catch (error) {
      problems.push(`${setting.env} ${error instanceof Error ? error.message : 'is not valid'}`);
      return setting.fallback;
    }
  };
  const readSection = (section: Section) =>
    Object.fromEntries(Object.entries(section).map(([name, setting]) => [name, read(setting)]));
  const values: Record<string, object> = {};
  for (const [name, section] of Object.entries(sections)) values[name] = readSection(section);
  for (const each of [constants, overrides])
    for (const [name, changed] of Object.entries(each)) values[name] = { ...values[name], ...changed };
  if (problems.length > 0) throw new ConfigError(problems);
  const quotas = { ...quotaDefaults, ...overrides.quotas };
  return { ...values, quotas, formerQuotas: formerQuotasIn(environment) } as unknown as AppConfigValues;
}

/** Whether Node's own `fetch` uses the proxies of the environment (Node's `NODE_USE_ENV_PROXY`). */
export const usesEnvironmentProxies = (): boolean => process.env['NODE_USE_ENV_PROXY'] === '1';
