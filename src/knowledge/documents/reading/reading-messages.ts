import type { FileType } from '../../../http/body-kinds.js';
import type { TextPassage } from '../../passages/split-text.js';

/** Request to the reading process. */
export interface FileToRead {
  readonly type: FileType;
  readonly charset: string | undefined;
  readonly content: Uint8Array;
  readonly maxPages: number;
  readonly maxCharacters: number;
}

/** Why a file can't be read. */
export class UnreadableFile extends Error {
  constructor(
    readonly code:
      'DOCUMENT_UNREADABLE' | 'DOCUMENT_ENCRYPTED' | 'DOCUMENT_TOO_LONG' | 'DOCUMENT_WITHOUT_TEXT',
    message: string,
  ) {
    super(message);
  }
}

export type FileRead =
  | {
      readonly kind: 'read';
      readonly passages: readonly TextPassage[];
      readonly pages: number | null;
      /** Of HTML; empty otherwise. */
      readonly title: string;
      readonly links: readonly string[];
    }
  | { readonly kind: 'refused'; readonly code: UnreadableFile['code']; readonly message: string };

export const tooLong = (maxCharacters: number): UnreadableFile =>
  new UnreadableFile(
    'DOCUMENT_TOO_LONG',
    `The document has more than ${maxCharacters} characters of text. Split it.`,
  );
