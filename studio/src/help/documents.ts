/** The documentation, in the script of this panel: it works offline. */
const FILES = import.meta.glob<string>('../../../docs/{tutorials,how-to,reference,explanation}/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});

export interface HelpDocument {
  /** `how-to/telephony`. */
  readonly id: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

const SECTIONS: readonly (readonly [folder: string, title: string])[] = [
  ['tutorials', 'Begin'],
  ['how-to', 'How to'],
  ['explanation', 'Explained'],
  ['reference', 'Reference'],
];

const DOCUMENTS: readonly HelpDocument[] = Object.entries(FILES).map(([file, text]) => ({
  id: file.replace(/^.*\/docs\//, '').replace(/\.md$/, ''),
  title: /^# (.+)$/m.exec(text)?.[1] ?? file,
  text,
}));

export const documentOf = (id: string): HelpDocument | undefined => DOCUMENTS.find((one) => one.id === id);

/** All documents by section. */
export const CONTENTS = SECTIONS.map(([folder, title]) => ({
  title,
  documents: DOCUMENTS.filter(({ id }) => id.startsWith(`${folder}/`)).sort((a, b) =>
    a.title.localeCompare(b.title),
  ),
}));

const TITLE_WEIGHT = 20;
const HEADING_WEIGHT = 5;
const FOUND = 8;

/** The documents that contain every word, best first. */
export function searchHelp(text: string): readonly HelpDocument[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return DOCUMENTS.map((document) => ({ document, score: scoreOf(document, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, FOUND)
    .map(({ document }) => document);
}

/** 0 if a word is missing. */
function scoreOf({ title, text }: HelpDocument, words: readonly string[]): number {
  const inTitle = title.toLowerCase();
  const inHeadings = (text.match(/^#+ .+$/gm) ?? []).join('\n').toLowerCase();
  const inText = text.toLowerCase();
  const scores = words.map(
    (word) =>
      (inTitle.includes(word) ? TITLE_WEIGHT : 0) +
      (inHeadings.includes(word) ? HEADING_WEIGHT : 0) +
      Math.min(HEADING_WEIGHT, inText.split(word).length - 1),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** The document that a link in another one leads to; undefined: elsewhere. */
export function linkedDocument(from: string, href: string): string | undefined {
  const url = new URL(href, `https://docs.invalid/${from}`);
  const id = url.pathname.slice(1).replace(/\.md$/, '');
  return url.host === 'docs.invalid' && documentOf(id) ? id : undefined;
}
