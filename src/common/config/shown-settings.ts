import type { AppConfig } from './app-config.js';
import { sections, sectionTitles } from './sections/index.js';
import type { Section } from './setting.js';

/** Sections relevant to accounts. Those of the machine (addresses, database, threads) concern only the operator. */
const FOR_ACCOUNTS = [
  'auth',
  'people',
  'limits',
  'calls',
  'outboundCalls',
  'conversations',
  'testSets',
  'knowledge',
  'providers',
  'webhooks',
  'alerts',
] as const;

/** A setting with its value in this process. */
interface ShownSetting {
  readonly name: string;
  readonly meaning: string;
  readonly value: number | boolean;
  readonly isDefault: boolean;
}

interface ShownSection {
  readonly title: string;
  readonly settings: readonly ShownSetting[];
}

/** Limits and switches relevant to accounts. Texts are excluded: they may be addresses, paths or keys. */
export function shownSettings(config: AppConfig): ShownSection[] {
  return FOR_ACCOUNTS.map((name) => {
    const values = new Map<string, unknown>(Object.entries(config[name]));
    const section: Section = sections[name];
    const settings = Object.entries(section).flatMap(([key, { env, meaning, fallback, secret }]) => {
      const value = values.get(key);
      if (secret === true || (typeof value !== 'number' && typeof value !== 'boolean')) return [];
      return [{ name: env, meaning, value, isDefault: value === fallback }];
    });
    return { title: sectionTitles[name], settings };
  });
}
