import { shownDefault } from './env-example.js';
import { QUOTAS } from './quotas.js';
import { removedSettings } from './removed-settings.js';
import { sections, sectionTitles } from './sections/index.js';
import type { Section, Setting } from './setting.js';

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
