import { convert, type DomNode, type FormatCallback, type HtmlToTextOptions } from 'html-to-text';

/** Limits that keep a page from exhausting the reader; anything beyond is skipped. */
const LIMITS = { maxDepth: 200, maxChildNodes: 100_000 };

/** Elements without content for readers. */
const LEFT_OUT = ['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'img'];
/** Repeated on every page. */
const LINKS_ONLY = ['nav', 'footer'];
/** Form controls. The form itself is kept: it may hold the whole page. */
const CONTROLS = ['input', 'button', 'select', 'option', 'datalist', 'textarea'];

const LEVELS = [1, 2, 3, 4, 5, 6];

const MOST_LINKS = 500;
/** Deeper elements have no links of interest. */
const LINK_DEPTH = 50;
const TITLE = /<title\b[^>]{0,200}>([^<]{1,300})</i;

export interface PageText {
  /** With headings as in Markdown. */
  readonly text: string;
  /** Of the browser's tab; empty without one. */
  readonly title: string;
  /** Link targets as written, including those in navigation bars, which are not part of the text. */
  readonly links: readonly string[];
}

function collectLinks(nodes: readonly DomNode[], links: Set<string>, depth = 0): void {
  if (depth > LINK_DEPTH) return;
  for (const { name, attribs, children = [] } of nodes) {
    const target = name === 'a' ? (attribs as Record<string, string> | undefined)?.href : undefined;
    if (target !== undefined && links.size < MOST_LINKS) links.add(target);
    collectLinks(children, links, depth + 1);
  }
}

/** What a page says and links to. Nothing is run or fetched. */
export function htmlText(html: string): PageText {
  const links = new Set<string>();
  const collect = (element: DomNode) => collectLinks([element], links);
  const options: HtmlToTextOptions = {
    wordwrap: false,
    limits: { ...LIMITS, maxInputLength: html.length },
    formatters: Object.fromEntries([
      ['linksOnly', (element) => collect(element)],
      [
        'linkText',
        (element, walk, builder) => {
          collect(element);
          walk(element.children, builder);
        },
      ],
      ...LEVELS.map((level): [string, FormatCallback] => [
        `heading${level}`,
        (element, walk, builder) => {
          builder.openBlock({ leadingLineBreaks: 2 });
          builder.addInline(`${'#'.repeat(level)} `, { noWordTransform: true });
          walk(element.children, builder);
          builder.closeBlock({ trailingLineBreaks: 2 });
        },
      ]),
    ] satisfies [string, FormatCallback][]),
    selectors: [
      ...LINKS_ONLY.map((selector) => ({ selector, format: 'linksOnly' })),
      ...[...LEFT_OUT, ...CONTROLS].map((selector) => ({ selector, format: 'skip' })),
      ...LEVELS.map((level) => ({ selector: `h${level}`, format: `heading${level}` })),
      { selector: 'a', format: 'linkText' },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  };
  const text = convert(html, options);
  return { text, title: convert(TITLE.exec(html)?.[1] ?? '', { wordwrap: false }), links: [...links] };
}
