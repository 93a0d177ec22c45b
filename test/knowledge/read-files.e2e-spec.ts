import { readFile } from '../../src/knowledge/documents/reading/read-file.js';
import type { FileToRead } from '../../src/knowledge/documents/reading/reading-messages.js';
import { cjkPdf, placedPdf } from './pdf-files.js';

const LIMITS = { maxPages: 10, maxCharacters: 100_000 };

async function textOf(content: Uint8Array, type: FileToRead['type'], charset?: string): Promise<string> {
  const read = await readFile({ ...LIMITS, type, content, charset });
  if (read.kind !== 'read') throw new Error(read.message);
  return read.passages.map(({ title, text }) => `${title}\n${text}`).join('\n');
}

describe('PDF with a distant font system', () => {
  it.each([
    ['Chinese', 'UniGB-UCS2-H', 'GB1', 'utf16', '酒店设有地下停车场。'],
    ['traditional Chinese', 'UniCNS-UCS2-H', 'CNS1', 'utf16', '早餐供應至十點。'],
    ['Japanese', 'UniJIS-UCS2-H', 'Japan1', 'utf16', 'チェックインは午後三時。'],
    ['Japanese in Shift_JIS', '90ms-RKSJ-H', 'Japan1', '8d918fea', '国場'],
    ['Korean', 'UniKS-UCS2-H', 'Korea1', 'utf16', '영업시간은 아홉 시부터'],
  ])('is read: %s', async (_what, cmap, collection, encoding, text) => {
    const codes = encoding === 'utf16' ? Buffer.from(text, 'utf16le').swap16().toString('hex') : encoding;
    expect(await textOf(cjkPdf(cmap, collection, codes), 'application/pdf')).toContain(text);
  });
});

describe('two-column PDF page', () => {
  const left = [
    'Rooms are cleaned every day',
    'before noon. Towels that lie',
    'on the floor are changed.',
    'Keys are kept at the desk.',
    'Ask for a second pillow.',
  ];
  const right = [
    'Breakfast is served in the',
    'garden from seven to ten.',
    'Guests with allergies tell',
    'the kitchen the day before.',
    'Coffee is free all day.',
  ];
  const rows = left.map((text, at) => [
    { text, x: 50, y: 700 - at * 14 },
    { text: right[at] ?? '', x: 320, y: 700 - at * 14 },
  ]);

  it('is read column by column in any drawing order', async () => {
    const title = {
      text: 'The house from A to Z, for guests who stay longer than a week or two',
      x: 50,
      y: 740,
      size: 14,
    };
    const foot = {
      text: 'We wish all our guests a pleasant stay, and hope to see them again with us soon',
      x: 50,
      y: 600,
    };
    for (const order of [rows.flat(), [...rows.map(([one]) => one!), ...rows.map(([, other]) => other!)]]) {
      const text = await textOf(placedPdf([title, ...order, foot]), 'application/pdf');
      const flat = text.replace(/\s+/g, ' ');
      expect(flat).toContain(left.join(' '));
      expect(flat).toContain(right.join(' '));
      expect(flat.indexOf('The house')).toBeLessThan(flat.indexOf('Rooms are'));
      expect(flat.indexOf('Breakfast')).toBeLessThan(flat.indexOf('We wish'));
    }
  });

  it('is distinguished from a table, whose rows stay together', async () => {
    const prices = [
      'Single room',
      'Double room',
      'Suite with a view',
      'Extra bed',
      'Parking a night',
    ].flatMap((text, at) => [
      { text, x: 50, y: 700 - at * 14 },
      { text: `${40 + at} EUR`, x: 480, y: 700 - at * 14 },
    ]);
    const text = await textOf(placedPdf(prices), 'application/pdf');
    expect(text).toMatch(/Suite with a view\s+42 EUR/);
  });
});

describe('HTML page', () => {
  const page = (body: string, head = '') => `<html><head>${head}</head><body>${body}</body></html>`;

  it('is read when entirely inside a form', async () => {
    const html = page(
      '<form action="/"><h1>Opening hours</h1><p>We open at nine.</p><input value="x"><button>Send</button><select><option>One</option></select></form>',
    );
    const text = await textOf(Buffer.from(html), 'text/html');
    expect(text).toContain('We open at nine.');
    expect(text).not.toMatch(/Send|One/);
  });

  it.each([
    ['<meta charset="windows-1252">', Buffer.from('Caf\xe9 \x80', 'latin1'), 'Café €'],
    [
      '<META http-equiv="Content-Type" content="text/html; charset=Shift_JIS">',
      Buffer.from([0x93, 0x8c, 0x8b, 0x9e]),
      '東京',
    ],
    ["<meta charset='koi8-r'>", Buffer.from([0xed, 0xc9, 0xd2]), 'Мир'],
  ])('is decoded from its declared charset: %s', async (head, words, expected) => {
    const [before, after] = page('<p>%</p>', head).split('%') as [string, string];
    const content = Buffer.concat([Buffer.from(before), words, Buffer.from(after)]);
    expect(await textOf(content, 'text/html')).toContain(expected);
    const named = Buffer.from(`${before}Köln${after}`);
    expect(await textOf(named, 'text/html', 'utf-8')).toContain('Köln');
  });
});

it('normalizes soft hyphens, ligatures, non-breaking hyphens and wide letters', async () => {
  const text = await textOf(
    Buffer.from('The of\u00adfice is \ufb01ne. Check\u2011in: \uff19 am. m² stays.'),
    'text/plain',
  );
  expect(text).toContain('The office is fine. Check-in: 9 am. m² stays.');
});
