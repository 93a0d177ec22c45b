import { sections, sectionTitles } from './sections/index.js';
import type { Section, Setting } from './setting.js';

const WIDTH = 100;

/** The text of `.env.example`, made from the settings themselves; a test holds the file against it. */
export function renderEnvExample(): string {
  const head = comment(
    'Every setting of Earshot, with its default. Copy this file to .env and change what you need; an absent or empty ' +
      'variable means the default. A variable of the process environment wins over the file.',
  );
  const body = Object.entries(sections).map(([name, section]) =>
    [
      rule(sectionTitles[name as keyof typeof sections]),
      ...Object.values(section as Section).map(entry),
    ].join('\n\n'),
  );
  return `${[head, ...body].join('\n\n')}\n`;
}

function entry(setting: Setting<unknown>): string {
  const lines = [comment(setting.meaning)];
  if (setting.danger !== undefined) lines.push(comment(`Danger: ${setting.danger}`));
  lines.push(`#${setting.env}=${setting.shownDefault ?? show(setting.fallback)}`);
  return lines.join('\n');
}

function show(value: unknown): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? value.join(',') : String(value);
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
