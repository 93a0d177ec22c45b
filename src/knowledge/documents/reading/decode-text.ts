import { UnreadableFile } from './reading-messages.js';

/** A larger share of control characters means binary content. */
const MOST_CONTROLS = 0.001;

/**
 * Decodes text as UTF-8, or in the charset of the request or byte order mark.
 * @throws UnreadableFile
 */
export function decodeText(content: Uint8Array, charset = 'utf-8'): string {
  if (beginsLike(content, '%PDF-'))
    throw new UnreadableFile('DOCUMENT_UNREADABLE', 'This is a PDF: send it as application/pdf.');
  const text = decoded(content, markedCharset(content) ?? charset);
  const controls = text.match(/[\x00-\x08\x0e-\x1f]/g)?.length ?? 0;
  if (controls > text.length * MOST_CONTROLS)
    throw new UnreadableFile('DOCUMENT_UNREADABLE', 'This is not text: it is full of control characters.');
  // PostgreSQL stores no NUL.
  return text.replaceAll('\0', ' ');
}

/** Whether the first kilobyte contains the mark: where PDF readers look for it. */
export function beginsLike(content: Uint8Array, mark: string): boolean {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    .subarray(0, 1_024)
    .includes(mark);
}

function markedCharset([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function decoded(content: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(content);
  } catch (error) {
    throw error instanceof RangeError
      ? new UnreadableFile('DOCUMENT_UNREADABLE', `The charset ${charset} is not known here; send UTF-8.`)
      : new UnreadableFile(
          'DOCUMENT_UNREADABLE',
          `The text is not valid ${charset}. Name its charset in the Content-Type, or send UTF-8.`,
        );
  }
}
