import { readdir, readFile } from 'node:fs/promises';
import { projectFile } from '../common/assets/index.js';

const SECTIONS = ['tutorials', 'how-to', 'explanation', 'reference'];

/** A page of the documentation. */
export interface Guide {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

/** All pages, read once. */
export class Guides {
  private pages: Promise<readonly Guide[]> | undefined;

  all(): Promise<readonly Guide[]> {
    return (this.pages ??= readAll());
  }
}

async function readAll(): Promise<Guide[]> {
  const sections = await Promise.all(
    SECTIONS.map(async (section) => {
      const files = (await readdir(projectFile('docs', section))).filter((file) => file.endsWith('.md'));
      return Promise.all(files.sort().map((file) => read(section, file)));
    }),
  );
  return sections.flat();
}

async function read(section: string, file: string): Promise<Guide> {
  const text = await readFile(projectFile('docs', section, file), 'utf8');
  const name = `${section}/${file.replace(/\.md$/, '')}`;
  return { uri: `earshot://docs/${name}`, name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
}
