import { isPieceOf, pieceName, storedFiles } from './stored-recordings.js';

const ID = `conv_${'a'.repeat(22)}`;
const object = (name: string, sizeBytes: number, seconds = 0) => ({
  key: `recordings/aa/${name}`,
  sizeBytes,
  modifiedAt: new Date(seconds * 1_000),
});

describe('what a bucket has of recordings', () => {
  it('is a file of pieces while nobody has uploaded all of it', () => {
    const pieces = [object(pieceName(`${ID}.ogg`, 100), 50, 9), object(pieceName(`${ID}.ogg`, 0), 100, 5)];
    expect(storedFiles(pieces)).toMatchObject([
      { name: `${ID}.ogg`, part: 1, isWhole: false, sizeBytes: 150, modifiedAt: new Date(9_000) },
    ]);
    expect(storedFiles(pieces)[0]?.objects.map(({ sizeBytes }) => sizeBytes)).toEqual([100, 50]);
  });

  it('is the whole object, whatever pieces are left', () => {
    const found = [object(pieceName(`${ID}.ogg`, 0), 100), object(`${ID}.ogg`, 300)];
    expect(storedFiles(found)).toMatchObject([{ isWhole: true, sizeBytes: 300 }]);
  });

  it('ends before a piece that is missing', () => {
    const found = [object(pieceName(`${ID}.ogg`, 0), 100), object(pieceName(`${ID}.ogg`, 140), 100)];
    expect(storedFiles(found)).toMatchObject([{ sizeBytes: 100 }]);
    expect(storedFiles(found.slice(1))).toEqual([]);
  });

  it('has the parts in the order of the call, the tenth after the second, and tells replays apart', () => {
    const replay = `rpl_${'b'.repeat(22)}`;
    const names = [`${ID}.10.ogg`, `${ID}.2.ogg`, `${ID}.${replay}.ogg`, `${ID}.ogg`, 'notes.txt'];
    const files = storedFiles(names.map((name) => object(name, 1)));
    expect(files.filter(({ replayId }) => replayId === undefined).map(({ part }) => part)).toEqual([
      1, 2, 10,
    ]);
    expect(files.filter(({ replayId }) => replayId === replay)).toHaveLength(1);
  });

  it('does not take pieces of another part for those of the first', () => {
    expect(isPieceOf(`${ID}.ogg`, object(pieceName(`${ID}.ogg`, 0), 1))).toBe(true);
    expect(isPieceOf(`${ID}.ogg`, object(pieceName(`${ID}.2.ogg`, 0), 1))).toBe(false);
    expect(isPieceOf(`${ID}.ogg`, object(`${ID}.ogg`, 1))).toBe(false);
  });
});
