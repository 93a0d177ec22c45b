/** What an e-mail says. */
export interface Letter {
  readonly subject: string;
  /** Plain text; lines within a paragraph stay lines. */
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  /** Why the reader gets it. */
  readonly reason: string;
}

interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAX_SUBJECT = 150;
const PARAGRAPH = 'margin:0 0 16px;white-space:pre-line';
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:8px;background:#0f6b62;color:#ffffff;text-decoration:none';

/** The letter as plain text and as HTML without pictures or scripts. */
export function rendered({ subject, paragraphs, link, reason }: Letter): Rendered {
  const plain = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), `--\n${reason}`];
  const blocks = [
    ...paragraphs.map((text) => `<p style="${PARAGRAPH}">${escaped(text)}</p>`),
    ...(link
      ? [
          `<p style="${PARAGRAPH}"><a style="${BUTTON}" href="${escaped(link.url)}">${escaped(link.label)}</a></p>`,
        ]
      : []),
    `<p style="margin:24px 0 0;font-size:13px;color:#5c5a55">${escaped(reason)}</p>`,
  ];
  return {
    subject: oneLine(subject),
    text: `${plain.join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5;color:#1f1d1a">
<div style="max-width:560px">
${blocks.join('\n')}
</div></body></html>
`,
  };
}

/** A subject is a header: a line break in a name must not begin another one. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
