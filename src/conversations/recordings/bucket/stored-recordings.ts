import { parseRecordingName, type RecordingName } from '../recording-name.js';

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** The uploaded part of a recording's file: one complete object, or its beginning as several pieces. */
export interface StoredFile extends RecordingName {
  readonly name: string;
  readonly isWhole: boolean;
  /** Keys of all its objects, including ignored ones. */
  readonly keys: readonly string[];
  /** The objects that hold its bytes, in order. */
  readonly objects: readonly StoredObject[];
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

/** A piece of a growing file, named by its first byte. Twelve digits keep the names sorted. */
const PIECE = /^(.+\.ogg)\.(\d{12})$/;

export const pieceName = (fileName: string, fromByte: number): string =>
  `${fileName}.${String(fromByte).padStart(12, '0')}`;

/** The name of the file that this object is, or is a piece of. */
export const fileNameOf = ({ key }: StoredObject): string => PIECE.exec(nameOf(key))?.[1] ?? nameOf(key);

/** Whether the object belongs to a recording: others may share the bucket. */
export const isOfRecording = (object: StoredObject): boolean =>
  parseRecordingName(fileNameOf(object)) !== undefined;

export const isPieceOf = (fileName: string, { key }: StoredObject): boolean =>
  PIECE.exec(nameOf(key))?.[1] === fileName;

/** The files that these objects form, ordered by part. Pieces after a gap are ignored. */
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

/** Contiguous pieces from the first byte on. */
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
