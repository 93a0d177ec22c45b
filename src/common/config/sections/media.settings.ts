import { choice, integer, text } from '../setting.js';

export const mediaConstants = {
  /**
   * Before the next worker gets any; beyond that, calls are spread evenly. Waking a worker costs more than the packets
   * of a few calls, but when one dies, all its calls end.
   */
  callsSharingWorker: 16,
  /** A worker that is unresponsive for longer is killed. Below 2,000, a busy machine may lose calls. */
  workerHangTimeoutMs: 5_000,
  /**
   * How late one frame in a hundred of all running calls may be, in two of three seconds, before further calls are
   * refused, while ten calls or more run. Above 20, callers hear the overload first.
   */
  overloadPacingMs: 15,
  /** Then packet-loss concealment replaces a packet. Lower loses words on bad networks. */
  latePacketWaitMs: 60,
  connectTimeoutMs: 30_000,
  /** ICE consent checks arrive every few seconds. Below 15,000, a phone that changes networks loses its call. */
  consentTimeoutMs: 30_000,
  /** For a TCP connection's first check of a call. Below 2,000, slow links can no longer call over TCP. */
  tcpCheckTimeoutMs: 5_000,
  /** For phones that are not on hold. Some send nothing while their caller is silent. */
  phoneSilenceTimeoutMs: 30_000,
  /** Agent audio queued in one call: 5.8 MB at 24 kHz. */
  speechQueueMaxMs: 120_000,
};

export const mediaSettings = {
  listenIp: text('MEDIA_LISTEN_IP', {
    fallback: '0.0.0.0',
    meaning:
      'Local address that WebRTC media listens on. 0.0.0.0 means every IPv4 address of this machine, :: every IPv4 and IPv6 address.',
  }),
  announcedAddress: text('MEDIA_ANNOUNCED_ADDRESS', {
    meaning:
      'Address (IP or host name) that callers send media to. Default: every address of this machine if MEDIA_LISTEN_IP is 0.0.0.0, otherwise MEDIA_LISTEN_IP. Set it to the public address behind NAT or in a container.',
    danger: 'With a wrong address calls are answered, but no audio flows.',
  }),
  port: integer('MEDIA_PORT', {
    fallback: 20_000,
    min: 0,
    max: 65_535,
    meaning:
      'First UDP and TCP port of media; each media worker takes the next port. 0 picks free ones. Open these ports in the firewall.',
    danger:
      'From 32768 up, Linux assigns ports to outgoing connections; one that occupies a media port keeps the service from starting.',
  }),
  lastPort: integer('MEDIA_LAST_PORT', {
    min: 1,
    max: 65_535,
    meaning:
      'Last port that a media worker may take, if not all ports are open or published: the service does not start if MEDIA_WORKERS needs more. Default: no bound.',
  }),
  workers: integer('MEDIA_WORKERS', {
    fallback: 0,
    min: 0,
    max: 256,
    meaning:
      'How many media workers (processes) to run. 0 means one per processor core, as far as there are ports up to MEDIA_LAST_PORT.',
  }),
  workerBin: text('MEDIASOUP_WORKER_BIN', {
    advanced: true,
    meaning: 'Path of a mediasoup-worker binary to use instead of the installed one.',
  }),
  overloadLagMs: integer('MEDIA_OVERLOAD_LAG_MS', {
    advanced: true,
    fallback: 20,
    min: 0,
    max: 10_000,
    meaning:
      'How late the audio of all running calls may be for longer than a second, in milliseconds, before further calls are refused. 0 accepts calls however late audio is, and however far the built-in speech engines are behind.',
    danger:
      'With 0 an overloaded machine accepts even more calls, and its media workers may be mistaken for hung.',
  }),
  phoneFirstPort: integer('MEDIA_PHONE_FIRST_PORT', {
    fallback: 10_000,
    min: 1_024,
    max: 65_000,
    meaning:
      'First UDP port of phone call audio; each call takes two, an even one and the next. Open the range in the firewall.',
    danger: 'From 32768 up, Linux assigns ports to outgoing connections.',
  }),
  phoneLastPort: integer('MEDIA_PHONE_LAST_PORT', {
    fallback: 11_999,
    min: 1_025,
    max: 65_535,
    meaning:
      'Last UDP port of phone call audio. When all ports are in use, further calls are refused with 503.',
  }),
  opusBitrateBps: integer('MEDIA_OPUS_BITRATE', {
    advanced: true,
    fallback: 64_000,
    min: 6_000,
    max: 128_000,
    meaning:
      "Bit rate of the agent's Opus audio, in bits per second; a client may ask for less. From 56000 up, encoding costs half as much as below, if MEDIA_OPUS_COMPLEXITY is 3 or less.",
  }),
  opusComplexity: integer('MEDIA_OPUS_COMPLEXITY', {
    advanced: true,
    fallback: 1,
    min: 0,
    max: 10,
    meaning:
      'Complexity of the Opus encoder while there is processor time for it; at least 5 for callers protected from loss. While the process is more than 85 % busy it is 1 for all.',
    danger:
      '5 takes twice the processor time of 1, and 9 four times; docs/benchmarks/audio-coding.md compares the quality.',
  }),
  logLevel: choice('MEDIA_LOG_LEVEL', ['none', 'error', 'warn', 'debug'], {
    advanced: true,
    fallback: 'warn',
    meaning: 'Lowest level of media worker records that is logged.',
    danger: 'debug writes records for single packets.',
  }),
} as const;
