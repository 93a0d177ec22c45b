/**
 * SIP messages after the descriptions of RFC 4475 (by its sections), written anew: `{{host}}` and `{{branch}}` stand
 * for what a test puts in. Lines end in CRLF.
 */
export interface TortureMessage {
  readonly name: string;
  readonly text: string;
}

const BRANCH = 'z9hG4bK{{branch}}';

function message(name: string, first: string, lines: readonly string[], body = ''): TortureMessage {
  return { name, text: [first, ...lines, '', body].join('\r\n') };
}

/** A request with all that it needs, where `change` has nothing else for a field. */
function request(
  name: string,
  first: string,
  change: Readonly<Record<string, string>> = {},
  body = '',
): TortureMessage {
  const method = first.split(' ', 1)[0] ?? '';
  const fields: Record<string, string> = {
    Via: `SIP/2.0/UDP {{host}};rport;branch=${BRANCH}`,
    'Max-Forwards': '70',
    From: '<sip:caller@example.net>;tag=1918181833n',
    To: '<sip:user@example.com>',
    'Call-ID': '{{branch}}@example.net',
    CSeq: `8 ${method}`,
    Contact: '<sip:caller@{{host}}>',
    'Content-Length': String(Buffer.byteLength(body)),
    ...change,
  };
  const lines = Object.entries(fields).flatMap(([field, value]) =>
    value === '-' ? [] : [`${field}: ${value}`],
  );
  return message(name, first, lines, body);
}

/** A response with all that it needs, where `change` has nothing else for a field. */
function response(
  name: string,
  first: string,
  change: Readonly<Record<string, string>> = {},
): TortureMessage {
  const fields: Record<string, string> = {
    Via: `SIP/2.0/UDP {{host}};branch=${BRANCH}`,
    From: '<sip:user@example.com>;tag=39ansfi3',
    To: '<sip:user@example.edu>;tag=902jndnke3',
    'Call-ID': '{{branch}}.response@example.net',
    CSeq: '35 INVITE',
    'Content-Length': '0',
    ...change,
  };
  return message(
    name,
    first,
    Object.entries(fields).map(([field, value]) => `${field}: ${value}`),
  );
}

const OPTIONS = 'OPTIONS sip:user@example.com SIP/2.0';
const INVITE = 'INVITE sip:user@example.com SIP/2.0';

export const TORTURE_MESSAGES: readonly TortureMessage[] = [
  message(
    '3.1.1.1 folded and compact fields',
    'INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0',
    [
      'TO :\r\n sip:vivekg@chair-dnrc.example.com ;   tag    = 1918181833n',
      'from   : "J Rosenberg \\\\\\""       <sip:jdrosen@example.com>\r\n  ;\r\n  tag = 98asjd8',
      'MaX-fOrWaRdS: 0068',
      'Call-ID: {{branch}}.wsinv@192.0.2.1',
      'Content-Length   : 0',
      'cseq: 0009\r\n  INVITE',
      `Via  : SIP  /   2.0\r\n /UDP\r\n    {{host}};rport;branch=${BRANCH}`,
      's :',
      'NewFangledHeader:   newfangled value\r\n continued newfangled value',
      'UnknownHeaderWithUnusualValue: ;;,,;;,;',
      'v:  SIP  / 2.0  / TCP     spindle.example.com   ;\r\n  branch  =   z9hG4bK9ikj8  ,\r\n SIP  /    2.0   / UDP  192.168.255.111',
      'm:"Quoted string \\"\\"" <sip:jdrosen@example.com> ; newparam =\r\n      newvalue ;\r\n  secondparam ; q = 0.33',
    ],
  ),
  request(
    '3.1.1.2 a method of every character that one may have',
    "!interesting-Method0123456789_*+`.%indeed'~ sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*:&it+has=1,weird!*pas$wo~d_too.(doesn't-it)@example.com SIP/2.0",
  ),
  request('3.1.1.3 escapes in the user part', 'INVITE sip:sips%3Auser%40example.com@example.net SIP/2.0'),
  request('3.1.1.4 escaped nulls', 'REGISTER sip:example.com SIP/2.0', {
    To: 'sip:null-%00-null@example.com',
  }),
  request('3.1.1.5 percent signs that are no escapes', 'RE%47IST%45R sip:registrar.example.com SIP/2.0'),
  request('3.1.1.6 no space before a bracket', OPTIONS, { From: 'caller<sip:caller@example.com>;tag=323' }),
  request('3.1.1.7 very long values', INVITE, {
    To: `"I have a user name of ${'extreme '.repeat(100)}proportion" <sip:user@example.com>`,
    'Unknown-LongLongLongLong': `${'long'.repeat(300)}; param=${'x'.repeat(1_000)}`,
  }),
  request('3.1.1.8 bytes after the end', OPTIONS, {}, ''),
  request('3.1.1.9 a semicolon in the user part', 'OPTIONS sip:user;par=u%40example.net@example.com SIP/2.0'),
  request('3.1.1.10 transports of many kinds', OPTIONS, {
    Via: `SIP/2.0/UDP {{host}};rport;branch=${BRANCH}, SIP/2.0/UNKNOWN t5.example.com;branch=z9hG4bK2`,
  }),
  request(
    '3.1.1.11 a body of several parts, one of them with bytes that are no text',
    'MESSAGE sip:kumiko@example.org SIP/2.0',
    { 'Content-Type': 'multipart/mixed;boundary=7a9cbec02ceef655' },
    '--7a9cbec02ceef655\r\nContent-Type: text/plain\r\n\r\nHello\r\n--7a9cbec02ceef655\r\nContent-Type: application/octet-stream\r\n\r\n0\u0082\u0001R\u0006\t*\u0086H\u0086\r\n--7a9cbec02ceef655--',
  ),
  response(
    '3.1.1.12 a reason in letters of many scripts',
    'SIP/2.0 200 = 2**3 * 5**2 но сто девяносто девять',
  ),
  response('3.1.1.13 an empty reason', 'SIP/2.0 100 '),
  request('3.1.2.1 fields that begin with nothing', INVITE, {
    Via: `SIP/2.0/UDP {{host}};;,;,,;branch=${BRANCH}`,
  }),
  request('3.1.2.2 a length beyond the message', INVITE, { 'Content-Length': '9999' }, 'v=0\r\n'),
  request('3.1.2.3 a negative length', INVITE, { 'Content-Length': '-999' }, 'v=0\r\n'),
  request('3.1.2.4 numbers that are too large', 'REGISTER sip:example.com SIP/2.0', {
    CSeq: '36893488147419103232 REGISTER',
    'Max-Forwards': '300',
    Expires: '10000000000000000000000',
  }),
  message('3.1.2.5 a response with numbers that are too large', 'SIP/2.0 503 Service Unavailable', [
    `Via: SIP/2.0/UDP {{host}};branch=${BRANCH}`,
    'From: <sip:a@example.com>;tag=1',
    'To: <sip:b@example.net>;tag=2',
    'Call-ID: {{branch}}',
    'CSeq: 9292394834772304023312 OPTIONS',
    'Retry-After: 949302838503028349304023988',
    'Content-Length: 0',
  ]),
  request('3.1.2.6 a quote without an end', INVITE, { To: '"Mr. J. User <sip:j.user@example.com>' }),
  request('3.1.2.7 brackets around the Request-URI', 'INVITE <sip:user@example.com> SIP/2.0'),
  request('3.1.2.8 spaces in the Request-URI', 'INVITE sip:user@example.com; lr SIP/2.0'),
  request('3.1.2.9 many spaces between the parts', 'INVITE  sip:user@example.com  SIP/2.0'),
  request('3.1.2.10 spaces after the version', 'OPTIONS sip:user@example.com SIP/2.0  '),
  request(
    '3.1.2.11 an escaped header in the Request-URI',
    'INVITE sip:user@example.com?Route=%3Csip:example.com%3E SIP/2.0',
  ),
  request('3.1.2.12 a date that is none', INVITE, { Date: 'Fri, 01 Jan 2010 16:00:00 EST' }),
  request('3.1.2.13 a name without quotes', OPTIONS, {
    From: 'Bell, Alexander <sip:a.g.bell@example.com>;tag=43',
  }),
  request('3.1.2.14 spaces within an address', OPTIONS, { To: '"Watson" < sip:t.watson@example.org >' }),
  request('3.1.2.15 a display name of what is no token', OPTIONS, {
    From: 'Bell,;(Alexander <sip:a.g.bell@example.com>;tag=43',
  }),
  request('3.1.2.16 a version that nobody speaks', 'OPTIONS sip:t@example.com SIP/7.0'),
  request('3.1.2.17 methods that differ', 'OPTIONS sip:user@example.com SIP/2.0', { CSeq: '8 INVITE' }),
  request('3.1.2.18 an unknown method that differs', 'NEWMETHOD sip:user@example.com SIP/2.0', {
    CSeq: '9 INVITE',
  }),
  message('3.1.2.19 a response code that is too large', 'SIP/2.0 4294967301 better not break the receiver', [
    `Via: SIP/2.0/UDP {{host}};branch=${BRANCH}`,
    'From: <sip:a@example.com>;tag=1',
    'To: <sip:b@example.net>;tag=2',
    'Call-ID: {{branch}}',
    'CSeq: 2 INVITE',
    'Content-Length: 0',
  ]),
  request('3.2.1 a branch that lacks its end', OPTIONS, { Via: 'SIP/2.0/UDP {{host}};rport;branch=z9hG4bK' }),
  message('3.3.1 fields that are missing', INVITE, [
    'CSeq: 193942 INVITE',
    'Via: SIP/2.0/UDP {{host}};rport',
    'Content-Length: 0',
  ]),
  request('3.3.2 a scheme that nobody knows', 'OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0'),
  request('3.3.3 a known scheme that is no SIP', 'OPTIONS soap.beep://192.0.2.103:3002 SIP/2.0'),
  request('3.3.4 unknown schemes in fields', 'REGISTER sip:example.com SIP/2.0', {
    To: 'isbn:2983792873',
    Contact: '<name:John_Smith>',
  }),
  request('3.3.5 extensions that are required', OPTIONS, {
    Require: 'nothingSupportsThis, nothingSupportsThisEither',
  }),
  request(
    '3.3.6 a body of an unknown kind',
    INVITE,
    { 'Content-Type': 'application/unknownformat' },
    '<audio>\r\n</audio>\r\n',
  ),
  request('3.3.7 an unknown way of authorization', 'REGISTER sip:example.com SIP/2.0', {
    Authorization: 'NoOneKnowsThisScheme opaque-data=here',
  }),
  message('3.3.8 fields that come twice', INVITE, [
    `Via: SIP/2.0/UDP {{host}};rport;branch=${BRANCH}`,
    'CSeq: 5 INVITE',
    'Call-ID: {{branch}}',
    'From: <sip:caller@example.com>;tag=3413415',
    'To: <sip:user@example.com>',
    'CSeq: 59 INVITE',
    'Call-ID: another',
    'From: <sip:other@example.com>;tag=2923420123',
    'Max-Forwards: 70',
    'Max-Forwards: 5',
    'Contact: <sip:caller@{{host}}>',
    'Content-Length: 0',
    'Content-Length: 4',
  ]),
  request('3.3.9 two lengths that differ', OPTIONS, { 'Content-Length': '13', l: '5' }, 'There is body'),
  response('3.3.10 a response whose Via leads to everybody', 'SIP/2.0 200 OK', {
    Via: `SIP/2.0/UDP 192.0.2.198;branch=${BRANCH}, SIP/2.0/UDP 255.255.255.255;branch=z9hG4bKsaber`,
  }),
  request('3.3.12 hops of zero', OPTIONS, { 'Max-Forwards': '0' }),
  request('3.3.13 a parameter of the Contact', 'REGISTER sip:example.com SIP/2.0', {
    Contact: 'sip:+19725552222@gw1.example.net;unknownparam',
  }),
  request('3.3.14 a parameter of the URI in the Contact', 'REGISTER sip:example.com SIP/2.0', {
    Contact: '<sip:+19725552222@gw1.example.net;unknownparam>',
  }),
  request('3.3.14 an escaped header in the Contact', 'REGISTER sip:example.com SIP/2.0', {
    Contact: '<sip:user@example.com?Route=%3Csip:sip.example.com%3E>',
  }),
  request('3.3.15 a body that is not taken', INVITE, { Accept: 'text/nobodyKnowsThis' }),
  request('3.4.1 a message of the older RFC', 'INVITE sip:UserB@example.com SIP/2.0', {
    Via: 'SIP/2.0/UDP {{host}};rport',
    From: '<sip:UserA@example.com>',
    'Max-Forwards': '-',
    Contact: '-',
  }),
];
