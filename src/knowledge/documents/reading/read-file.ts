import { splitText } from '../../passages/split-text.js';
import { htmlText } from './html-text.js';
import { pdfText } from './pdf-text.js';
import { plainText } from './plain-text.js';
import { type FileRead, type FileToRead, tooLong, UnreadableFile } from './reading-messages.js';

/** Splits a file into passages. Never rejects for what stands in the file. */
export async function readFile(file: FileToRead): Promise<FileRead> {
  try {
    const { text, pages } = await textOf(file);
    if (text.length > file.maxCharacters) throw tooLong(file.maxCharacters);
    const passages = splitText(text);
    if (passages.length > 0) return { kind: 'read', passages, pages };
    throw new UnreadableFile(
      'DOCUMENT_WITHOUT_TEXT',
      'The document has no text. Of pages that were scanned, send what a text recognition made of them.',
    );
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'refused', code: error.code, message: error.message };
    throw error;
  }
}

async function textOf(file: FileToRead): Promise<{ text: string; pages: number | null }> {
  if (file.type === 'application/pdf') {
    const { text, pages } = await pdfText(file.content, file);
    return { text: text.replaceAll('\0', ' ').replace(/\p{Surrogate}/gu, '\ufffd'), pages };
  }
  const text = plainText(file.content, file.charset);
  return { text: file.type === 'text/html' ? htmlText(text) : text, pages: null };
}
