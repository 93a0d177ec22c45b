import { type NameAddrHeader, Grammar } from 'sip.js/lib/core/index.js';
import './core-values.js';

const from = (text: string) => Grammar.parse(text, 'From') as unknown as NameAddrHeader | -1;
const partyOf = (text: string) => {
  const read = from(text);
  return read === -1 ? undefined : [read.displayName, read.uri.toString(), read.getParam('tag')];
};

describe('sender of a message', () => {
  it.each([
    ['<tel:+44-20-7946-0000>;tag=1', [undefined, 'tel:+44-20-7946-0000', '1']],
    ['tel:+442079460000;tag=1', [undefined, 'tel:+442079460000', '1']],
    ['"Ann" <tel:7042;phone-context=example.com>;tag=1', ['Ann', 'tel:7042;phone-context=example.com', '1']],
    ['Müller <sip:1@192.0.2.1>;tag=1', ['Müller', 'sip:1@192.0.2.1', '1']],
    ["O'Neil (Sales) <sip:1@192.0.2.1>;tag=1", ["O'Neil (Sales)", 'sip:1@192.0.2.1', '1']],
    ['<sip:12#34@192.0.2.1>;tag=1', [undefined, 'sip:12%2334@192.0.2.1', '1']],
  ])('is read from %s', (text, party) => expect(partyOf(text)).toEqual(party));

  it.each([
    '"Mr. J. User <sip:j.user@example.com>;tag=1',
    'Bell, Alexander <sip:a.g.bell@example.com>;tag=1',
    '< sip:1@192.0.2.1 >;tag=1',
    '<tel:+44 20>;tag=1',
  ])('is not guessed from %s', (text) => expect(partyOf(text)).toBeUndefined());
});

it('reads and preserves the number in an RFC 3966 Request-URI', () => {
  const { uri } = Grammar.parse(
    'INVITE tel:+44-20-7946-0000;phone-context=x SIP/2.0',
    'Request_Response',
  ) as unknown as {
    uri: NonNullable<ReturnType<typeof Grammar.URIParse>>;
  };
  expect(uri.user).toBe('+44-20-7946-0000;phone-context=x');
  expect(uri.clone().toString()).toBe('tel:+44-20-7946-0000;phone-context=x');
  expect(Grammar.URIParse('tel:112')?.toString()).toBe('tel:112');
});
