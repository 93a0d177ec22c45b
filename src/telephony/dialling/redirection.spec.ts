import { alongRedirections, type Moved, type Place, placesOf } from './redirection.js';

const ADDRESSES = [
  { address: '203.0.113.1', port: 5_060 },
  { address: '203.0.113.2', port: 5_070 },
];
const CALLED = {
  trunk: { countryCode: '44', localNumbers: ['7XXX'] },
  server: { host: 'sip.carrier.example', port: undefined },
  addresses: ADDRESSES,
  isAllowed: (number: string) => number.startsWith('+4420') || number === '7001',
};
const BOTH = ['203.0.113.1:5060', '203.0.113.2:5070'];

/** The first target and all addresses. */
const goal = (contact: string) => {
  const [places = []] = placesOf([contact], CALLED, 11);
  const [first] = places;
  const addresses = places.map(({ address }) => `${address.address}:${address.port}`);
  return first && [`${first.user}@${first.host}`, ...addresses];
};

it.each([
  ['<sip:+442079460123@203.0.113.2>', '+442079460123@203.0.113.2', BOTH.slice(1)],
  ['<sip:+442079460123@203.0.113.2:5080;x=y>;q=0.5', '+442079460123@203.0.113.2', ['203.0.113.2:5080']],
  ['"A, b" <sip:02079460123@SIP.carrier.example>', '+442079460123@SIP.carrier.example', BOTH],
  ['tel:+44-20-7946-0123', '+442079460123@sip.carrier.example', BOTH],
  ['sip:7001@pbx.example', '7001@sip.carrier.example', BOTH],
  ['<sip:%2B442079460123@198.51.100.7>', '+442079460123@sip.carrier.example', BOTH],
])('follows %s through the trunk', (contact, called, addresses) => {
  expect(goal(contact)).toEqual([called, ...addresses]);
});

it.each([
  '<sip:+19005550100@203.0.113.1>',
  '<sip:root@203.0.113.1>',
  '<sip:+442079460123>',
  '<http://198.51.100.7/>',
  '<sip:@203.0.113.1>',
  '<'.repeat(5_000),
  '',
])('does not follow %s', (contact) => {
  expect(goal(contact)).toBeUndefined();
});

const moved = (...contacts: string[]): Moved => ({ kind: 'moved', contacts, sipStatus: 302 });

/** Follows redirections through this table and returns the calls made. */
async function walk(answers: Record<string, Moved | { kind: 'done' }>) {
  const tried: Place[] = [];
  const outcome = await alongRedirections('+442079460000', CALLED, (place) => {
    tried.push(place);
    return Promise.resolve(answers[place.user]);
  });
  return { kind: outcome?.kind, tried: tried.map(({ user, sequence }) => `${sequence} ${user}`) };
}

it('calls the best contact next with an increased CSeq', async () => {
  const answers = {
    '+442079460000': moved('<tel:+442079460001>;q=0.1', '<tel:+442079460002>;q=0.9'),
    '+442079460002': { kind: 'done' } as const,
  };
  expect(await walk(answers)).toEqual({ kind: 'done', tried: ['1 +442079460000', '11 +442079460002'] });
});

it('detects loops and limits the number of redirects', async () => {
  const circle = {
    '+442079460000': moved('tel:+442079460001'),
    '+442079460001': moved('tel:+442079460000', 'tel:+442079460001'),
  };
  expect((await walk(circle)).tried).toEqual(['1 +442079460000', '11 +442079460001']);
  const chain = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`+4420794600${at + 10}`, moved(`tel:+4420794600${at + 11}`)]),
  );
  const { kind, tried } = await walk({ ...chain, '+442079460000': moved('tel:+442079460010') });
  expect([kind, tried.length]).toEqual(['moved', 6]);
});
