import { parseAddressRange } from '../../common/address-ranges/index.js';
import type { Trunk } from './trunk.js';
import { TrunkIndex } from './trunk-index.js';

const trunk = (id: string, ranges: readonly string[], hasLogin = false) =>
  ({
    id,
    ranges: ranges.flatMap((text) => parseAddressRange(text) ?? []),
    login: hasLogin ? { username: 'a', password: 'b' } : undefined,
  }) as unknown as Trunk;

const idsAt = (index: TrunkIndex, address: string) => index.at(address).map(({ id }) => id);

describe('trunks of an address', () => {
  const index = new TrunkIndex(
    [
      trunk('phones', [], true),
      trunk('wide', ['203.0.0.0/8']),
      trunk('one', ['198.51.100.7']),
      trunk('range', ['203.0.113.0/24', '198.51.100.0/24']),
      trunk('six', ['2001:db8::/48']),
      trunk('registered', []),
    ],
    (id) => (id === 'registered' ? ['198.51.100.7', '2001:db8::5'] : []),
  );

  it.each([
    ['198.51.100.7', ['one', 'range', 'registered', 'phones']],
    ['198.51.100.8', ['range', 'phones']],
    ['203.0.113.9', ['wide', 'range', 'phones']],
    ['203.9.9.9', ['wide', 'phones']],
    ['2001:db8::5', ['six', 'registered', 'phones']],
    ['192.0.2.1', ['phones']],
    ['fe80::1%eth0', ['phones']],
    ['nonsense', ['phones']],
  ])('at %s are %j: by name in the order of creation, then those of any address', (address, ids) => {
    expect(idsAt(index, address)).toEqual(ids);
    expect(idsAt(index, address)).toEqual(ids);
  });

  it('are found without a look at the ranges of others', () => {
    let looks = 0;
    const others = Array.from({ length: 5_000 }, (_, at) => {
      const other = trunk(`t${at}`, [`10.${at % 250}.0.${at % 200}`]);
      const { ranges } = other;
      return {
        ...other,
        get ranges() {
          looks += 1;
          return ranges;
        },
      };
    });
    const many = new TrunkIndex(others);
    looks = 0;
    expect(many.at('192.0.2.1')).toEqual([]);
    expect(looks).toBe(0);
  });
});
