import { declaredCharset } from '../../../safe-http/body-text.js';
import { splitText } from '../../passages/split-text.js';
import { htmlText, type PageText } from './html-text.js';
import { pdfText } from './pdf-text.js';
import { decodeText } from './decode-text.js';
import { type FileRead, type FileToRead, tooLong, UnreadableFile } from './reading-messages.js';

/** Splits a file into passages. Never rejects because of its content. */
export async function readFile(file: FileToRead): Promise<FileRead> {
  try {
    const { text: written, pages, title = '', links = [] } = await textOf(file);
    const text = readableText(written);
    if (text.length > file.maxCharacters) throw tooLong(file.maxCharacters);
    const passages = splitText(text);
    if (passages.length > 0) return { kind: 'read', passages, pages, title, links };
    throw new UnreadableFile(
      'DOCUMENT_WITHOUT_TEXT',
      'The document has no text. Of pages that were scanned, send what a text recognition made of them.',
    );
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'refused', code: error.code, message: error.message };
    throw error;
  }
}

async function textOf(
  file: FileToRead,
): Promise<{ readonly text: string; readonly pages: number | null } & Partial<PageText>> {
  if (file.type === 'application/pdf') {
    const { text, pages } = await pdfText(file.content, file);
    return { text: text.replaceAll('\0', ' ').replace(/\p{Surrogate}/gu, '\ufffd'), pages };
  }
  const isPage = file.type === 'text/html';
  const charset = file.charset ?? (isPage ? declaredCharset(file.content) : undefined);
  const text = decodeText(file.content, charset);
  return { ...(isPage ? htmlText(text) : { text }), pages: null };
}

const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;
/** Ligatures, and the full-width forms of ASCII. */
const FORMS = /[\ufb00-\ufb06\ufb13-\ufb17\uff01-\uff5e]/g;

/** Replaces typesetters' characters, which voices mispronounce. */
const readableText = (text: string): string =>
  text
    .replace(INVISIBLE, '')
    .replaceAll('\u2011', '-')
    .replace(FORMS, (form) => form.normalize('NFKC'));
