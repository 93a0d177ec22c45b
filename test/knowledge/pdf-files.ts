import { constants, deflateRawSync } from 'node:zlib';

export interface PdfLine {
  readonly text: string;
  /** In points. */
  readonly size: number;
}

interface Options {
  /** The page tree's count; default: the actual count. */
  readonly claimedPages?: number;
  /** Further entries of the trailer. */
  readonly trailer?: string;
}

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

/** A PDF (ISO 32000-1) with these lines on each page, in Helvetica. */
export function pdfOf(pages: readonly (readonly PdfLine[])[], options: Options = {}): Buffer {
  return pdfWith(
    pages.map((lines) => Buffer.from(drawing(lines))).map((content) => ({ content, filters: '' })),
    options,
  );
}

/** A one-page PDF with texts at these positions, in points from below, in this order. */
export function placedPdf(
  texts: readonly { readonly text: string; readonly x: number; readonly y: number; readonly size?: number }[],
): Buffer {
  const shown = texts.map(
    ({ text, x, y, size = 11 }) =>
      `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`,
  );
  return pdfWith([{ content: Buffer.from(shown.join('\n')), filters: '' }], {});
}

/**
 * A one-page PDF in a non-embedded font, as East Asian writers produce: its codes are defined by a predefined CMap (ISO
 * 32000-1, 9.7.5.2).
 */
export function cjkPdf(cmap: string, collection: string, hexCodes: string): Buffer {
  const info = `<< /Registry (Adobe) /Ordering (${collection}) /Supplement 2 >>`;
  const descriptor =
    '<< /Type /FontDescriptor /FontName /SimSun /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 ' +
    '/Descent -200 /CapHeight 700 /StemV 80 >>';
  const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /SimSun /CIDSystemInfo ${info} /FontDescriptor ${descriptor} /DW 1000 >>`;
  const font = `<< /Type /Font /Subtype /Type0 /BaseFont /SimSun-${cmap} /Encoding /${cmap} /DescendantFonts [${descendant}] >>`;
  const content = Buffer.from(`BT /F1 12 Tf 50 700 Td <${hexCodes}> Tj ET`);
  return pdfWith([{ content, filters: '' }], {}, font);
}

const BOMB_PIECE_BYTES = 10_000_000;

/** A PDF with a page that inflates to at least this many bytes by repeating one compressed block (RFC 1951, 3.2.3). */
export function pdfBomb(bytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(BOMB_PIECE_BYTES, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array.from({ length: Math.ceil(bytes / BOMB_PIECE_BYTES) }, () => piece);
  const content = Buffer.concat([Buffer.from([0x78, 0x9c]), ...pieces, deflateRawSync('')]);
  return pdfWith([{ content, filters: '/Filter /FlateDecode' }], {});
}

function pdfWith(
  pages: readonly { readonly content: Buffer; readonly filters: string }[],
  { claimedPages = pages.length, trailer = '' }: Options,
  font = FONT,
): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${claimedPages} >>`),
    Buffer.from(font),
    ...pages.flatMap(({ content, filters }, index) => [
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * index} 0 R ` +
          '/Resources << /Font << /F1 3 0 R >> >> >>',
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} ${filters} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ];
  return file(objects, trailer);
}

function drawing(lines: readonly PdfLine[]): string {
  let y = 800;
  const shown = lines.map(({ text, size }) => {
    y -= size * 1.5;
    return `BT /F1 ${size} Tf 50 ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  });
  return shown.join('\n');
}

function file(objects: readonly Buffer[], trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    length += whole.length;
    parts.push(whole);
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${entries}`));
  parts.push(
    Buffer.from(`trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}
