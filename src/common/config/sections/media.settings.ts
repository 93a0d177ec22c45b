import { choice, integer, list, text } from '../setting.js';

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
  callsSharingWorker: integer('MEDIA_CALLS_SHARING_WORKER', {
    fallback: 16,
    min: 1,
    max: 1_000,
    meaning:
      'How many calls share a media worker before the next worker gets any; beyond that, calls are spread evenly. Waking a worker costs more than the packets of a few calls. 1 spreads them evenly from the first call on.',
    danger: 'When a worker dies, all its calls end.',
  }),
  workerBin: text('MEDIASOUP_WORKER_BIN', {
    meaning: 'Path of a mediasoup-worker binary to use instead of the installed one.',
  }),
  workerHangTimeoutMs: integer('MEDIA_WORKER_HANG_TIMEOUT_MS', {
    fallback: 5_000,
    min: 500,
    max: 60_000,
    meaning:
      'How long a media worker may be unresponsive, in milliseconds, before it is killed and replaced; its calls end with an error.',
    danger: 'Below 2000 a busy machine may lose calls that would have recovered.',
  }),
  overloadLagMs: integer('MEDIA_OVERLOAD_LAG_MS', {
    fallback: 20,
    min: 0,
    max: 10_000,
    meaning:
      'How late the audio of all running calls may be for longer than a second, in milliseconds, before further calls are refused. 0 accepts calls however late audio is, and however far the built-in speech engines are behind.',
    danger:
      'With 0 an overloaded machine accepts even more calls, and its media workers may be mistaken for hung.',
  }),
  overloadPacingMs: integer('MEDIA_OVERLOAD_PACING_MS', {
    fallback: 15,
    min: 0,
    max: 250,
    meaning:
      'How late one frame in a hundred of all running calls may be, in milliseconds, in two of three seconds, before further calls are refused; calls are accepted again after five seconds without late frames. Applies only while ten calls or more run. 0, together with MEDIA_OVERLOAD_LAG_MS=0, accepts calls however late frames are.',
    danger: 'Above 20, callers hear the overload before any call is refused.',
  }),
  latePacketWaitMs: integer('MEDIA_LATE_PACKET_WAIT_MS', {
    fallback: 60,
    min: 20,
    max: 500,
    meaning:
      "How late a caller's packet may be, in milliseconds, before packet-loss concealment replaces it. Packets that arrive in time are not delayed by it. The jitter buffer grows automatically, by up to 200 ms, if packets are later.",
    danger: 'Lower loses words on bad networks; higher delays the audio after a lost packet.',
  }),
  connectTimeoutMs: integer('MEDIA_CONNECT_TIMEOUT_MS', {
    fallback: 30_000,
    min: 1_000,
    max: 120_000,
    meaning: 'How long media may take to connect after the answer, in milliseconds, before the call ends.',
  }),
  consentTimeoutMs: integer('MEDIA_TIMEOUT_MS', {
    fallback: 30_000,
    min: 10_000,
    max: 60_000,
    meaning:
      "How long a connected client may be silent on the network, in milliseconds, before the call ends. It is measured by the client's ICE consent checks, which arrive every few seconds even if the caller is silent.",
    danger: 'Below 15000 a phone that changes networks loses its call.',
  }),
  tcpCheckTimeoutMs: integer('MEDIA_TCP_CHECK_TIMEOUT_MS', {
    fallback: 5_000,
    min: 500,
    max: 60_000,
    meaning:
      'How long a connection to a media TCP port may take, in milliseconds, to send the first connectivity check of a call that expects it. After that it is closed.',
    danger: 'Below 2000, callers on slow links can no longer call over TCP.',
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
  phoneSilenceTimeoutMs: integer('MEDIA_PHONE_TIMEOUT_MS', {
    fallback: 30_000,
    min: 2_000,
    max: 3_600_000,
    meaning:
      'How long a phone that is not on hold may send neither audio nor RTCP, in milliseconds, before its call ends.',
    danger: 'If this is short, phones that send nothing while their caller is silent lose their calls.',
  }),
  speechQueueMaxMs: integer('MEDIA_SPEECH_QUEUE_MAX_MS', {
    fallback: 120_000,
    min: 1_000,
    max: 3_600_000,
    meaning:
      'Maximum agent audio queued for playout in one call, in milliseconds; audio beyond it is dropped and counted.',
    danger: 'One call may use this much memory: 120 s at 24 kHz are 5.8 MB.',
  }),
  opusBitrateBps: integer('MEDIA_OPUS_BITRATE', {
    fallback: 64_000,
    min: 6_000,
    max: 128_000,
    meaning:
      "Bit rate of the agent's Opus audio, in bits per second; a client may ask for less. From 56000 up, encoding costs half as much as below, if MEDIA_OPUS_COMPLEXITY is 3 or less.",
  }),
  opusComplexity: integer('MEDIA_OPUS_COMPLEXITY', {
    fallback: 1,
    min: 0,
    max: 10,
    meaning:
      'Complexity of the Opus encoder while there is processor time for it; at least 5 for callers protected from loss. While the process is more than 85 % busy it is 1 for all.',
    danger:
      '5 takes twice the processor time of 1, and 9 four times; docs/benchmarks/audio-coding.md compares the quality.',
  }),
  logLevel: choice('MEDIA_LOG_LEVEL', ['none', 'error', 'warn', 'debug'], {
    fallback: 'warn',
    meaning: 'Lowest level of media worker records that is logged.',
    danger: 'debug writes records for single packets.',
  }),
  logTags: list('MEDIA_LOG_TAGS', {
    fallback: [],
    meaning:
      'Log tags of the media workers at warn and debug: info, ice, dtls, rtp, srtp, rtcp, rtx, bwe, score, simulcast, svc, sctp, message; separated by commas.',
  }),
} as const;
