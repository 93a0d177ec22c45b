import { sections, sectionTitles } from './sections/index.js';
import type { Section, Setting } from './setting.js';
import { QUOTAS } from './quotas.js';
import { removedSettings } from './removed-settings.js';

const WIDTH = 100;

/** In the order in which they are needed for a setup. */
const FIRST = [
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'MEDIA_ANNOUNCED_ADDRESS',
  'DATABASE_URL',
  'INSTANCE_SECRET',
  'REALTIME_URL',
  'REALTIME_API_KEY',
  'LLM_URL',
  'LLM_API_KEY',
];

/** Generates `.env.example` from the settings; a test compares the file with it. */
export function renderEnvExample(): string {
  const head = comment(
    'Settings of Earshot with their defaults: first the ten that most installations set, then others by topic. ' +
      'docs/reference/settings.md lists all settings. Copy this file to .env and change what you need; an absent or empty variable ' +
      'means the default. A variable of the process environment wins over the file.',
  );
  const settings = Object.values(sections).flatMap((section) => Object.values(section as Section));
  const first = FIRST.map((name) => settings.find(({ env }) => env === name)).filter((found) => !!found);
  const others = Object.entries(sections).flatMap(([name, section]) => {
    const usual = Object.values(section as Section).filter(
      ({ env, advanced }) => advanced !== true && !FIRST.includes(env),
    );
    return usual.length > 0 ? chapter(sectionTitles[name as keyof typeof sections], usual) : [];
  });
  return `${[head, chapter('Set these first', first), ...others].join('\n\n')}\n`;
}

function chapter(title: string, settings: readonly Setting<unknown>[]): string {
  return [rule(title), ...settings.map(entry)].join('\n\n');
}

function entry(setting: Setting<unknown>): string {
  const lines = [comment(setting.meaning)];
  if (setting.danger !== undefined) lines.push(comment(`Danger: ${setting.danger}`));
  lines.push(`#${setting.env}=${shownDefault(setting)}`);
  return lines.join('\n');
}

/** Empty for none. */
function shownDefault({ shownDefault: shown, fallback }: Setting<unknown>): string {
  const value = fallback as string | number | boolean | readonly string[] | undefined;
  return shown ?? (value === undefined ? '' : String(value));
}

function rule(title: string): string {
  return `# ---- ${title} ${'-'.repeat(Math.max(4, WIDTH - title.length - 8))}`;
}

function comment(sentence: string): string {
  const lines: string[] = [];
  let line = '#';
  for (const word of sentence.split(/\s+/)) {
    if (line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\n');
}

const NOTICE = '<!-- Written by `npm run docs:env`. -->';

/** Generates docs/reference/settings.md from all settings; a test compares the file with it. */
export function renderSettingsReference(): string {
  const chapters = Object.entries(sections).flatMap(([name, section]) => {
    const settings = Object.values(section as Section);
    const title = `## ${sectionTitles[name as keyof typeof sections]}`;
    return settings.length > 0 ? [title, settingsTable(settings)] : [];
  });
  const head =
    'Every setting of Earshot. Settings are environment variables; an absent or empty one means the default. ' +
    '[`.env.example`](../../.env.example) lists those that installations usually change.';
  return `${[NOTICE, '# Settings', head, ...chapters, quotasChapter()].join('\n\n')}\n`;
}

/** Generates docs/how-to/upgrading.md from the removed settings; a test compares the file with it. */
export function renderUpgradeGuide(): string {
  const head =
    'These settings of earlier versions no longer exist. One that is still set has no further effect; the service names it, with ' +
    'its replacement, in a warning at start.';
  const rows = Object.entries(removedSettings).map(([name, replacement]) => [`\`${name}\``, replacement]);
  return `${[NOTICE, '# Upgrading', '## Removed settings', head, table(['Setting', 'Replacement'], rows)].join('\n\n')}\n`;
}

function quotasChapter(): string {
  const head =
    'No settings: the operator sets them for one account at a time ([how](../how-to/operating.md#set-quotas-of-an-account)).';
  const rows = Object.entries(QUOTAS).map(([name, { meaning, fallback, min, max }]) => [
    `\`${name}\``,
    ...[fallback, min, max].map(String),
    meaning,
  ]);
  return ['## Quotas of an account', head, table(['Quota', 'Default', 'Min', 'Max', 'Meaning'], rows)].join(
    '\n\n',
  );
}

function settingsTable(settings: readonly Setting<unknown>[]): string {
  const rows = settings.map((setting) => {
    const { env, meaning, danger } = setting;
    const value = shownDefault(setting);
    return [`\`${env}\``, value && `\`${value}\``, meaning, danger ?? ''];
  });
  return table(['Setting', 'Default', 'Meaning', 'Danger'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}
