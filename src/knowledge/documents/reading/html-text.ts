import { convert, type HtmlToTextOptions } from 'html-to-text';

/** Limits that keep a page from exhausting the reader; anything beyond is skipped. */
const LIMITS = { maxDepth: 200, maxChildNodes: 100_000 };

/** Elements without content for readers. */
const LEFT_OUT = ['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'img', 'nav', 'footer'];
/** Form controls. The form itself is kept: it may hold the whole page. */
const CONTROLS = ['input', 'button', 'select', 'option', 'datalist', 'textarea'];

const LEVELS = [1, 2, 3, 4, 5, 6];

/** The readable text of a page, with headings as in Markdown. Nothing is run or fetched. */
export function htmlText(html: string): string {
  const options: HtmlToTextOptions = {
    wordwrap: false,
    limits: { ...LIMITS, maxInputLength: html.length },
    formatters: Object.fromEntries(
      LEVELS.map((level) => [
        `heading${level}`,
        (element, walk, builder) => {
          builder.openBlock({ leadingLineBreaks: 2 });
          builder.addInline(`${'#'.repeat(level)} `, { noWordTransform: true });
          walk(element.children, builder);
          builder.closeBlock({ trailingLineBreaks: 2 });
        },
      ]),
    ),
    selectors: [
      ...[...LEFT_OUT, ...CONTROLS].map((selector) => ({ selector, format: 'skip' })),
      ...LEVELS.map((level) => ({ selector: `h${level}`, format: `heading${level}` })),
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  };
  return convert(html, options);
}
