import { LookRound } from './look-round.js';

/** Rows in a database, read by pages. */
const rowsOf = (letters: string) => {
  const ids = letters.split(' ');
  const round = new LookRound(3);
  const look = async () => {
    const rows = await round.next(({ where, take }) =>
      Promise.resolve(
        ids
          .filter((id) => id > where.id.gt)
          .slice(0, take)
          .map((id) => ({ id })),
      ),
    );
    return rows.map(({ id }) => id).join('');
  };
  return { look, looks: async () => [await look(), await look(), await look(), await look()] };
};

describe('looks at open rows', () => {
  it('reach each of them once per round, however many one account has', async () => {
    expect(await rowsOf('a b c d e f g h').looks()).toEqual(['abc', 'def', 'gh', 'abc']);
  });

  it('reach all of a few each time', async () => {
    expect(await rowsOf('a b').looks()).toEqual(['ab', 'ab', 'ab', 'ab']);
  });

  it('begin again after the last one', async () => {
    expect(await rowsOf('a b c').looks()).toEqual(['abc', '', 'abc', '']);
  });
});
