import { flag, integer, list, text } from '../setting.js';

export const telephonySettings = {
  enabled: flag('SIP_ENABLED', {
    fallback: true,
    meaning:
      'Whether this process listens for phone calls over SIP. Without a trunk it answers nobody but programs of this machine.',
  }),
  listenIp: text('SIP_LISTEN_IP', {
    fallback: '0.0.0.0',
    meaning: 'IPv4 address on which SIP listens; 0.0.0.0 means all of this machine.',
  }),
  listenIpv6: text('SIP_LISTEN_IPV6', {
    fallback: '::',
    meaning:
      'IPv6 address on which SIP listens, on the same ports; `::` means all of this machine, `off` none. A machine without IPv6 does without it.',
  }),
  port: integer('SIP_PORT', {
    fallback: 5_060,
    min: 0,
    max: 65_535,
    meaning: 'UDP and TCP port of SIP. 0 takes a free one.',
  }),
  portTries: integer('SIP_PORT_TRIES', {
    fallback: 20,
    min: 0,
    max: 1_000,
    meaning: 'How many further ports are tried when SIP_PORT is taken.',
    danger: 'Behind a firewall or with trunks set 0: on another port than the open one nobody can call.',
  }),
  publicAddress: text('SIP_PUBLIC_ADDRESS', {
    meaning:
      'IPv4 address under which trunks reach this machine from outside of its own networks, where that is not the one it has itself ' +
      '(1:1 NAT of a cloud). It stands in SIP and SDP.',
  }),
  trunkDomain: text('SIP_TRUNK_DOMAIN', {
    meaning:
      'Domain of a wildcard DNS entry that leads here: `sip.example.com` for `*.sip.example.com`. Each trunk then has a host name of its own, ' +
      'for carriers that cannot be told a URI with a parameter.',
  }),
  tlsPort: integer('SIP_TLS_PORT', {
    fallback: 5_061,
    min: 0,
    max: 65_535,
    meaning: 'TCP port of SIP over TLS, where SIP_TLS_CERT_FILE is set. 0 takes a free one.',
  }),
  tlsCertFile: text('SIP_TLS_CERT_FILE', {
    meaning: 'Certificate chain (PEM) for SIP over TLS. Without it, SIP does not listen for TLS.',
  }),
  tlsKeyFile: text('SIP_TLS_KEY_FILE', { meaning: 'Private key (PEM) of SIP_TLS_CERT_FILE.' }),
  tlsCaFile: text('SIP_TLS_CA_FILE', {
    meaning:
      'Certificates (PEM) that are trusted, instead of the public ones, when this process opens a connection over TLS to a trunk.',
  }),
  demoAddresses: list('SIP_DEMO_ADDRESSES', {
    fallback: [],
    meaning:
      'Addresses and ranges, beside this machine, from which the demo agent may be called without a login, `192.168.0.0/16` for example; ' +
      'separated by commas.',
    danger: 'Whoever has such an address can call and cause the cost of a call.',
  }),
  allowPrivateNetworks: flag('SIP_ALLOW_PRIVATE_NETWORKS', {
    fallback: false,
    meaning:
      'Whether the servers of trunks, and the SIP URIs that callers are handed over to, may lie in private networks, as a PBX in your own ' +
      'one does. Whoever only calls in needs no server.',
    danger: 'Everyone who may create a trunk can then have SIP sent to every machine of your network.',
  }),
  transferTimeoutMs: integer('SIP_TRANSFER_TIMEOUT_MS', {
    fallback: 45_000,
    min: 1_000,
    max: 300_000,
    meaning:
      'How long, in milliseconds, the other side of a phone call may take to tell what came of a transfer (REFER), and the phone of a ' +
      'person rings that is called from here. Then the agent goes on.',
  }),
  carryOnTimeoutMs: integer('SIP_CARRY_ON_TIMEOUT_MS', {
    fallback: 10_000,
    min: 1_000,
    max: 32_000,
    meaning:
      'How long, in milliseconds, the other side of a phone call may take to accept that another instance goes on with it (re-INVITE), ' +
      'repetitions included. Then that one hangs up.',
  }),
  blockedPrefixes: list('SIP_BLOCKED_PREFIXES', {
    fallback: ['+870', '+881', '+882', '+883', '+979'],
    meaning:
      'Numbers that begin so are nobody callers are transferred to, whatever an agent’s document says; separated by commas. The default ' +
      'are satellite phones and international premium rates.',
    danger: 'Whoever can edit an agent can have calls made to the others at the cost of the trunk.',
  }),
  ringMs: integer('SIP_RING_MS', {
    fallback: 0,
    min: 0,
    max: 60_000,
    meaning: 'How long a call rings before the agent answers, in milliseconds.',
  }),
  hepAddress: text('SIP_HEP_ADDRESS', {
    meaning:
      'Collector that all SIP messages are told to, without logins and keys, over UDP by HEP version 3, Homer for example: ' +
      '`homer.example.com:9060`. Unset: no messages are sent.',
    danger: 'Numbers of callers go over the network as they are.',
  }),
  hepId: integer('SIP_HEP_ID', {
    fallback: 2_001,
    min: 1,
    max: 4_294_967_295,
    meaning: 'Number by which the collector of SIP_HEP_ADDRESS knows this process.',
  }),
  hepKey: text('SIP_HEP_KEY', {
    meaning: 'Password that the collector of SIP_HEP_ADDRESS asks for, if it does.',
  }),
  maxMessageBytes: integer('SIP_MAX_MESSAGE_BYTES', {
    fallback: 16_384,
    min: 2_048,
    max: 65_535,
    meaning: 'Largest SIP message that is read.',
  }),
  maxDatagramBytes: integer('SIP_MAX_DATAGRAM_BYTES', {
    fallback: 1_300,
    min: 500,
    max: 65_535,
    meaning:
      'A larger request to a trunk with the transport UDP is sent over TCP, where its server takes that within a second (RFC 3261, 18.1.1).',
    danger: 'Larger datagrams come in fragments, which firewalls and NATs drop.',
  }),
  maxConnections: integer('SIP_MAX_CONNECTIONS', {
    fallback: 1_000,
    min: 1,
    max: 100_000,
    meaning: 'How many connections over TCP and TLS others may hold.',
  }),
  maxConnectionsPerAddress: integer('SIP_MAX_CONNECTIONS_PER_ADDRESS', {
    fallback: 100,
    min: 1,
    max: 100_000,
    meaning: 'How many connections over TCP and TLS one address may hold.',
  }),
  connectionIdleMs: integer('SIP_CONNECTION_IDLE_MS', {
    fallback: 600_000,
    min: 10_000,
    max: 86_400_000,
    meaning: 'How long a connection over TCP or TLS may be silent, in milliseconds, before it is closed.',
  }),
  challengesPerMinute: integer('SIP_CHALLENGES_PER_MINUTE', {
    fallback: 120,
    min: 1,
    max: 1_000_000,
    meaning:
      'How many requests without a login one address may have answered in a minute; further ones get no answer.',
  }),
  guessesPerMinute: integer('SIP_GUESSES_PER_MINUTE', {
    fallback: 10,
    min: 1,
    max: 1_000_000,
    meaning:
      'How many wrong passwords one address may try in a minute; after that it gets no answer until the minute is over.',
  }),
  registerSeconds: integer('SIP_REGISTER_SECONDS', {
    fallback: 300,
    min: 10,
    max: 86_400,
    meaning:
      'For how long this process registers at a trunk, in seconds; it renews in time, and the trunk may grant less.',
  }),
  optionsSeconds: integer('SIP_OPTIONS_SECONDS', {
    fallback: 60,
    min: 0,
    max: 3_600,
    meaning:
      'How often the server of each trunk is asked by OPTIONS whether it is there, in seconds; `health` of the trunk tells. 0 asks none.',
  }),
  trunksPerAccount: integer('SIP_TRUNKS_PER_ACCOUNT', {
    fallback: 50,
    min: 1,
    max: 10_000,
    meaning: 'How many trunks an account may have.',
  }),
  widestRange: integer('SIP_TRUNK_WIDEST_RANGE', {
    fallback: 16,
    min: 0,
    max: 32,
    meaning:
      'The shortest prefix that a range of addresses of a trunk may have: with 16, `203.0.0.0/16` is taken and `0.0.0.0/0` is not.',
    danger: 'At 0 one account can claim the calls of all addresses.',
  }),
  widestIpv6Range: integer('SIP_TRUNK_WIDEST_IPV6_RANGE', {
    fallback: 48,
    min: 0,
    max: 128,
    meaning: 'The same for ranges of IPv6: with 48, `2001:db8:4::/48` is taken and `2001:db8::/32` is not.',
    danger: 'At 0 one account can claim the calls of all addresses.',
  }),
  dnsServers: list('SIP_DNS_SERVERS', {
    fallback: [],
    meaning:
      'Name servers that are asked for the servers of trunks (NAPTR, SRV, addresses), `10.0.0.2:53` for example, instead of those of this ' +
      'machine; separated by commas.',
  }),
  trunkRefreshMs: integer('SIP_TRUNK_REFRESH_MS', {
    fallback: 5_000,
    min: 500,
    max: 600_000,
    meaning: 'How soon a trunk that was changed on another instance is known here, in milliseconds.',
  }),
} as const;
