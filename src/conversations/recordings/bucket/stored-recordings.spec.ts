import { isPieceOf, pieceName, storedFiles } from './stored-recordings.js';

const ID = `conv_${'a'.repeat(22)}`;
const object = (name: string, sizeBytes: number, seconds = 0) => ({
  key: `recordings/aa/${name}`,
  sizeBytes,
  modifiedAt: new Date(seconds * 1_000),
});

describe('stored recordings in a bucket', () => {
  it('lists pieces as one file until the upload is complete', () => {
    const pieces = [object(pieceName(`${ID}.ogg`, 100), 50, 9), object(pieceName(`${ID}.ogg`, 0), 100, 5)];
    expect(storedFiles(pieces)).toMatchObject([
      { name: `${ID}.ogg`, part: 1, isWhole: false, sizeBytes: 150, modifiedAt: new Date(9_000) },
    ]);
    expect(storedFiles(pieces)[0]?.objects.map(({ sizeBytes }) => sizeBytes)).toEqual([100, 50]);
  });

  it('prefers the complete object over leftover pieces', () => {
    const found = [object(pieceName(`${ID}.ogg`, 0), 100), object(`${ID}.ogg`, 300)];
    expect(storedFiles(found)).toMatchObject([{ isWhole: true, sizeBytes: 300 }]);
  });

  it('stops before a missing piece', () => {
    const found = [object(pieceName(`${ID}.ogg`, 0), 100), object(pieceName(`${ID}.ogg`, 140), 100)];
    expect(storedFiles(found)).toMatchObject([{ sizeBytes: 100 }]);
    expect(storedFiles(found.slice(1))).toEqual([]);
  });

  it('orders parts by call and separates replays', () => {
    const replay = `rpl_${'b'.repeat(22)}`;
    const names = [`${ID}.10.ogg`, `${ID}.2.ogg`, `${ID}.${replay}.ogg`, `${ID}.ogg`, 'notes.txt'];
    const files = storedFiles(names.map((name) => object(name, 1)));
    expect(files.filter(({ replayId }) => replayId === undefined).map(({ part }) => part)).toEqual([
      1, 2, 10,
    ]);
    expect(files.filter(({ replayId }) => replayId === replay)).toHaveLength(1);
  });

  it('does not mix pieces of different parts', () => {
    expect(isPieceOf(`${ID}.ogg`, object(pieceName(`${ID}.ogg`, 0), 1))).toBe(true);
    expect(isPieceOf(`${ID}.ogg`, object(pieceName(`${ID}.2.ogg`, 0), 1))).toBe(false);
    expect(isPieceOf(`${ID}.ogg`, object(`${ID}.ogg`, 1))).toBe(false);
  });
});
