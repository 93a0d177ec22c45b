import { flag, integer, list, text } from '../setting.js';

export const telephonyConstants = {
  usualPort: 5_060,
  /** Requests of an address without a login that are answered. */
  challengesPerMinute: 120,
  /** Wrong passwords of an address; then it gets no answer until the minute is over. */
  guessesPerMinute: 10,
  /** Messages of an address that are read; carriers and PBXs send all calls of several accounts from one. */
  messagesPerSecond: 500,
  /** Requests of one account's trunks. A call takes about eight. */
  requestsPerSecond: 200,
};

export const telephonySettings = {
  enabled: flag('SIP_ENABLED', {
    fallback: true,
    meaning:
      'Whether this process accepts phone calls over SIP. Without a trunk it answers only programs on this machine.',
  }),
  listenIp: text('SIP_LISTEN_IP', {
    advanced: true,
    fallback: '0.0.0.0',
    meaning: 'IPv4 address on which SIP listens; 0.0.0.0 means all of this machine.',
  }),
  listenIpv6: text('SIP_LISTEN_IPV6', {
    advanced: true,
    fallback: '::',
    meaning:
      'IPv6 address on which SIP listens, on the same ports; `::` means all of this machine, `off` none. Ignored on a machine without IPv6.',
  }),
  port: integer('SIP_PORT', {
    shownDefault: '5060',
    min: 0,
    max: 65_535,
    meaning:
      'UDP and TCP port of SIP. 0 picks a free one. If it is unset and 5060 is taken, one of the next 20 ports.',
  }),
  publicAddress: text('SIP_PUBLIC_ADDRESS', {
    meaning:
      "Public IPv4 address of this machine in SIP and SDP, for peers outside its own networks, if it differs from the machine's own address (1:1 NAT of a cloud).",
  }),
  trunkDomain: text('SIP_TRUNK_DOMAIN', {
    meaning:
      'Domain of a wildcard DNS entry that points here: `sip.example.com` for `*.sip.example.com`. Each trunk then has its own host name, for carriers that do not accept a URI with a parameter.',
  }),
  tlsPort: integer('SIP_TLS_PORT', {
    advanced: true,
    fallback: 5_061,
    min: 0,
    max: 65_535,
    meaning: 'TCP port of SIP over TLS, if SIP_TLS_CERT_FILE is set. 0 picks a free one.',
  }),
  tlsCertFile: text('SIP_TLS_CERT_FILE', {
    meaning: 'Certificate chain (PEM) for SIP over TLS. Without it, SIP does not listen for TLS.',
  }),
  tlsKeyFile: text('SIP_TLS_KEY_FILE', { meaning: 'Private key (PEM) of SIP_TLS_CERT_FILE.' }),
  tlsCaFile: text('SIP_TLS_CA_FILE', {
    advanced: true,
    meaning:
      'CA certificates (PEM) to trust, instead of the public ones, when this process opens a TLS connection to a trunk.',
  }),
  demoAddresses: list('SIP_DEMO_ADDRESSES', {
    advanced: true,
    fallback: [],
    meaning:
      'Addresses and ranges, beside this machine, from which the demo agent may be called without a login, for example `192.168.0.0/16`; separated by commas.',
    danger: 'Anyone with such an address can call and cause the cost of a call.',
  }),
  transferTimeoutMs: integer('SIP_TRANSFER_TIMEOUT_MS', {
    advanced: true,
    fallback: 45_000,
    min: 1_000,
    max: 300_000,
    meaning:
      'How long, in milliseconds, the other side of a phone call may take to report the result of a transfer (REFER), and how long the destination of a warm transfer rings. Then the agent resumes.',
  }),
  blockedPrefixes: list('SIP_BLOCKED_PREFIXES', {
    fallback: ['+870', '+881', '+882', '+883', '+979'],
    meaning:
      'Callers are never transferred to numbers with these prefixes, regardless of the agent’s document; separated by commas. The default covers satellite phones and international premium rates.',
    danger: 'Anyone who can edit an agent can transfer calls to all other numbers at the cost of the trunk.',
  }),
  ringMs: integer('SIP_RING_MS', {
    advanced: true,
    fallback: 0,
    min: 0,
    max: 60_000,
    meaning: 'How long a call rings before the agent answers, in milliseconds.',
  }),
  hepAddress: text('SIP_HEP_ADDRESS', {
    advanced: true,
    meaning:
      'Collector, such as Homer, that receives a copy of all SIP messages, without logins and keys, over UDP in HEP version 3: `homer.example.com:9060`. Unset: no copies are sent.',
    danger: "Callers' numbers are sent unencrypted.",
  }),
  hepId: integer('SIP_HEP_ID', {
    advanced: true,
    fallback: 2_001,
    min: 1,
    max: 4_294_967_295,
    meaning: 'Id of this process at the collector of SIP_HEP_ADDRESS.',
  }),
  hepKey: text('SIP_HEP_KEY', {
    advanced: true,
    meaning: 'Password of the collector of SIP_HEP_ADDRESS, if it requires one.',
  }),
  optionsSeconds: integer('SIP_OPTIONS_SECONDS', {
    advanced: true,
    fallback: 60,
    min: 0,
    max: 3_600,
    meaning:
      "How often each trunk's server is checked by OPTIONS, in seconds; `health` of the trunk shows the result. 0 disables it.",
  }),
  dnsServers: list('SIP_DNS_SERVERS', {
    advanced: true,
    fallback: [],
    meaning:
      "Name servers for looking up trunk servers (NAPTR, SRV, addresses), for example `10.0.0.2:53`, instead of this machine's; separated by commas.",
  }),
} as const;

export const outboundCallConstants = {
  /** How long a request waits for the trunk, so that a refusal can be returned as 502. */
  firstAnswerMs: 1_500,
  /** Then the next server in DNS is tried. If too short, a slow server that has the call is mistaken for a dead one. */
  silenceMs: 6_000,
  /** For orders of other instances. */
  pollMs: 1_000,
  /**
   * Without a heartbeat for this long, another instance takes over an order that was not yet dialled, and one that was
   * fails as interrupted.
   */
  leaseMs: 20_000,
};

export const outboundCallSettings = {
  enabled: flag('OUTBOUND_CALLS_ENABLED', {
    fallback: true,
    meaning:
      'Whether this process places outbound phone calls. Each call is placed by one process, however many there are.',
    danger: 'With false in every process, or without SIP, orders wait until they expire.',
  }),
  ringSeconds: integer('OUTBOUND_RING_SECONDS', {
    advanced: true,
    fallback: 45,
    min: 5,
    max: 300,
    meaning: 'How long a call rings if its order does not set a time, in seconds.',
  }),
  keepDays: integer('OUTBOUND_KEEP_DAYS', {
    fallback: 30,
    min: 1,
    max: 3_650,
    meaning: 'How long orders are kept after their end, in days.',
  }),
} as const;
