import { contains, parseAddressRange } from '../../common/address-ranges/index.js';
import { trunkAddress } from '../trunks/trunk-address.js';
import { NO_OUTBOUND_CALLS, type Trunk } from '../trunks/trunk.js';
import { trunkClaim } from './trunk-claim.js';

const PBX = '203.0.113.7';
const HOST = '198.51.100.1:5060';

/** How a trunk is identified, and how its own calls arrive. */
const KINDS = ['login', 'address', 'both', 'registered'] as const;
type Kind = (typeof KINDS)[number];

const trunkOf = (account: string, kind: Kind, defaultConnectorId?: string): Trunk => ({
  id: `trk_${account}${kind}4xZ6mK1jH5gF3dSa`,
  accountId: account,
  ranges:
    kind === 'address' || kind === 'both'
      ? [parseAddressRange(PBX)].filter((range) => range !== undefined)
      : [],
  login: kind === 'login' || kind === 'both' ? { username: account, password: 'x' } : undefined,
  countryCode: undefined,
  localNumbers: [],
  defaultConnectorId,
  security: 'as-offered',
  codecs: ['PCMU'],
  earlyMedia: false,
  registrar: undefined,
  server: undefined,
  outbound: NO_OUTBOUND_CALLS,
  maxCalls: 2,
  maxCallsPerSecond: 5,
});

/** Candidate trunks for a call from the PBX, as the directory returns them. */
function knownAt(trunks: readonly Trunk[]): readonly Trunk[] {
  const named = trunks.filter(
    ({ id, ranges }) => ranges.some((range) => contains(range, PBX)) || id.includes('registered'),
  );
  return [...named, ...trunks.filter(({ ranges, login }) => ranges.length === 0 && login)];
}

const PLAIN = `sip:+442079460000@${HOST}`;

/** The Request-URI of the trunk's calls when the carrier uses the trunk's address or registered with us. */
const ownUri = ({ id }: Trunk): string =>
  id.includes('registered')
    ? `sip:${id}@${HOST}`
    : trunkAddress(id, HOST, undefined).replace('{number}', '+442079460000');

/** A call from the trunk, which logs in when challenged if it can. */
function reached(caller: Trunk, known: readonly Trunk[], requestUri: string): string | undefined {
  const first = trunkClaim({ requestUri, hasLogin: false }, known);
  const claim =
    first.kind === 'login' && caller.login ? trunkClaim({ requestUri, hasLogin: true }, known) : first;
  if (claim.kind === 'known') return claim.trunks[0]?.accountId;
  if (claim.kind === 'ambiguous' || !caller.login) return undefined;
  return claim.trunks.find(({ login }) => login?.username === caller.login?.username)?.accountId;
}

const PAIRS = KINDS.flatMap((one) => KINDS.map((other) => [one, other] as const));
const ORDERS = [
  ['first', (mine: Trunk, theirs: Trunk) => [mine, theirs]],
  ['last', (mine: Trunk, theirs: Trunk) => [theirs, mine]],
] as const;
const CONNECTORS = [undefined, 'con_1'];

describe.each(ORDERS)('call from a trunk added %s', (_, inOrder) => {
  it.each(PAIRS)(
    "with %s, beside another account's trunk with %s, reaches its own account by its own address",
    (mine, theirs) => {
      for (const ofMine of CONNECTORS) {
        for (const ofTheirs of CONNECTORS) {
          const trunk = trunkOf('acc1', mine, ofMine);
          const known = knownAt(inOrder(trunk, trunkOf('acc2', theirs, ofTheirs)));
          expect(reached(trunk, known, ownUri(trunk))).toBe('acc1');
        }
      }
    },
  );

  it.each(PAIRS)(
    "with %s, beside another account's trunk with %s, needs that address to reach its account",
    (mine, theirs) => {
      for (const connector of CONNECTORS) {
        const trunk = trunkOf('acc1', mine, connector);
        const known = knownAt(inOrder(trunk, trunkOf('acc2', theirs, 'con_2')));
        const account = reached(trunk, known, PLAIN);
        expect([undefined, 'acc1']).toContain(account);
        // A login is sufficient.
        if (trunk.login) expect(account).toBe('acc1');
      }
    },
  );
});

it('is accepted by address alone when no other account may call from there', () => {
  const one = trunkOf('acc1', 'address');
  const two = { ...trunkOf('acc1', 'registered'), id: 'trk_other' };
  expect(trunkClaim({ requestUri: PLAIN, hasLogin: false }, [one, two])).toEqual({
    kind: 'known',
    trunks: [one, two],
  });
});

it('reaches the demo agent only when no local trunk claims it', () => {
  const demo = { ...trunkOf('acc2', 'address'), isDemo: true as const };
  const one = trunkOf('acc1', 'address');
  expect(trunkClaim({ requestUri: PLAIN, hasLogin: false }, [one, demo])).toEqual({
    kind: 'known',
    trunks: [one, demo],
  });
});

it.each([
  ['a parameter', 'sip:123@h:5060;transport=udp;trunk=TRK_ACC1login4xz6mk1jh5gf3dsa'],
  ['a host name', 'sips:123;phone-context=x@Acc1Login4XZ6mK1jH5gF3dSa.sip.example.com:5061'],
  ['the Contact of a registration', 'sip:trk_acc1login4xZ6mK1jH5gF3dSa@192.0.2.1:5060;ob'],
])('matches a trunk by %s, ignoring case', (_, requestUri) => {
  const one = trunkOf('acc1', 'login');
  const claim = trunkClaim({ requestUri, hasLogin: false }, [trunkOf('acc2', 'address'), one]);
  expect(claim).toEqual({ kind: 'login', trunks: [one] });
});
