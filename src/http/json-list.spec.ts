import { text } from 'node:stream/consumers';
import { jsonList } from './json-list.js';

async function* rows(...numbers: number[]): AsyncGenerator<number> {
  for (const number of numbers) yield await Promise.resolve(number);
}

const sent = async (name: string | undefined, ...numbers: number[]): Promise<unknown> =>
  JSON.parse(await text((await jsonList(name, rows(...numbers), (id) => ({ id }))).getStream()));

describe('list of rows read in turn', () => {
  it.each([
    [[], { calls: [] }],
    [[1], { calls: [{ id: 1 }] }],
    [[1, 2, 3], { calls: [{ id: 1 }, { id: 2 }, { id: 3 }] }],
  ])('is the JSON of an object: %j', async (numbers, expected) => {
    expect(await sent('calls', ...numbers)).toEqual(expected);
  });

  it('is the JSON of an array without a name', async () => {
    expect(await sent(undefined)).toEqual([]);
    expect(await sent(undefined, 1, 2)).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('fails before it answers if the first read fails', async () => {
    const failing = (async function* () {
      yield await Promise.reject<number>(new Error('away'));
    })();
    await expect(jsonList('calls', failing, (id) => ({ id }))).rejects.toThrow('away');
  });
});
