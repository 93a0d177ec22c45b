import { parseRecordingName, type RecordingName } from '../recording-name.js';

/** An object of the bucket. */
export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** What the bucket has of the file of a recording: all of it as one object, or its beginning as several. */
export interface StoredFile extends RecordingName {
  readonly name: string;
  readonly isWhole: boolean;
  /** All that there is of it, also what does not count. */
  readonly keys: readonly string[];
  /** Its bytes, one after the other. */
  readonly objects: readonly StoredObject[];
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** What was recorded from a byte on, of a file that still grew. Twelve digits keep the names in order. */
const PIECE = /^(.+\.ogg)\.(\d{12})$/;

export const pieceName = (fileName: string, fromByte: number): string =>
  `${fileName}.${String(fromByte).padStart(12, '0')}`;

/** The name of the file that it is, or is a piece of. */
export const fileNameOf = ({ key }: StoredObject): string => PIECE.exec(nameOf(key))?.[1] ?? nameOf(key);

/** Whether it is, or belongs to, a file of a recording: others may share the bucket. */
export const isOfRecording = (object: StoredObject): boolean =>
  parseRecordingName(fileNameOf(object)) !== undefined;

/** Whether it is a piece of this file. */
export const isPieceOf = (fileName: string, { key }: StoredObject): boolean =>
  PIECE.exec(nameOf(key))?.[1] === fileName;

/** The files that these objects are, in the order of their parts. Pieces after one that is missing do not count. */
export function storedFiles(objects: readonly StoredObject[]): StoredFile[] {
  const byFile = new Map<string, StoredObject[]>();
  for (const object of objects) {
    const file = fileNameOf(object);
    byFile.set(file, [...(byFile.get(file) ?? []), object]);
  }
  return [...byFile]
    .flatMap(([name, found]) => storedFile(name, found) ?? [])
    .sort((one, other) => one.part - other.part);
}

function storedFile(name: string, found: readonly StoredObject[]): StoredFile | undefined {
  const parsed = parseRecordingName(name);
  const whole = found.find(({ key }) => nameOf(key) === name);
  const objects = whole ? [whole] : unbroken(found);
  if (!parsed || objects.length === 0) return undefined;
  return {
    ...parsed,
    name,
    isWhole: whole !== undefined,
    keys: found.map(({ key }) => key),
    objects,
    sizeBytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    modifiedAt: new Date(Math.max(...objects.map(({ modifiedAt }) => modifiedAt.getTime()))),
  };
}

/** Pieces from the first byte on, each from the end of the one before. */
function unbroken(pieces: readonly StoredObject[]): StoredObject[] {
  const inOrder = pieces
    .map((object) => ({ object, from: Number(PIECE.exec(nameOf(object.key))?.[2]) }))
    .sort((one, other) => one.from - other.from);
  let end = 0;
  return inOrder.flatMap(({ object, from }) => {
    if (from !== end) return [];
    end += object.sizeBytes;
    return [object];
  });
}

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
