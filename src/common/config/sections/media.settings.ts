import { choice, flag, integer, list, text } from '../setting.js';

export const mediaSettings = {
  listenIp: text('MEDIA_LISTEN_IP', {
    fallback: '0.0.0.0',
    meaning:
      'Local address that WebRTC media listens on. 0.0.0.0 means every IPv4 address of this machine, :: every IPv4 and IPv6 address.',
  }),
  announcedAddress: text('MEDIA_ANNOUNCED_ADDRESS', {
    meaning:
      'Address (IP or host name) that callers are told to send media to. Default: every address of this machine when MEDIA_LISTEN_IP is ' +
      '0.0.0.0, else MEDIA_LISTEN_IP. Set it to the public address behind NAT or in a container.',
    danger: 'With a wrong one calls are answered, but no audio flows.',
  }),
  port: integer('MEDIA_PORT', {
    fallback: 20_000,
    min: 0,
    max: 65_535,
    meaning:
      'First UDP and TCP port of media; each media worker takes one port from here on. 0 takes free ones. Open these ports in the firewall.',
    danger:
      'From 32768 on Linux gives ports to outgoing connections; one that holds a media port keeps the service from starting.',
  }),
  lastPort: integer('MEDIA_LAST_PORT', {
    min: 1,
    max: 65_535,
    meaning:
      'Last port that a media worker may take, where not all are open or published: the start is refused where MEDIA_WORKERS needs more. ' +
      'Default: no bound.',
  }),
  workers: integer('MEDIA_WORKERS', {
    fallback: 0,
    min: 0,
    max: 256,
    meaning:
      'How many media workers (processes) to run. 0 means one a processor core, as far as there are ports up to MEDIA_LAST_PORT.',
  }),
  callsSharingWorker: integer('MEDIA_CALLS_SHARING_WORKER', {
    fallback: 16,
    min: 1,
    max: 1_000,
    meaning:
      'How many calls share a media worker before another one gets any; beyond that they are spread evenly. A worker that has something to do ' +
      'is woken by itself, which costs more than the packets of a few calls. 1 spreads them evenly from the first call on.',
    danger: 'The calls of a worker that dies end with it.',
  }),
  readEveryMs: integer('MEDIA_READ_EVERY_MS', {
    fallback: 40,
    min: 20,
    max: 100,
    meaning:
      'How often packets of WebRTC callers are taken from a media worker, in milliseconds; multiples of 20. 20 hears callers 10 ms sooner on ' +
      'average than 40, and makes calls cost up to a fifth more processor time. Where many callers speak they are taken more often.',
    danger: 'Above 60 agents are slow to fall silent when they are interrupted.',
  }),
  workerBin: text('MEDIASOUP_WORKER_BIN', {
    meaning: 'Path of a mediasoup-worker binary to use instead of the installed one.',
  }),
  workerHangTimeoutMs: integer('MEDIA_WORKER_HANG_TIMEOUT_MS', {
    fallback: 5_000,
    min: 500,
    max: 60_000,
    meaning:
      'How long a media worker may fail to answer, in milliseconds, before it is killed and replaced; its calls end with an error.',
    danger: 'Below 2000 a busy machine may lose calls that would have recovered.',
  }),
  overloadLagMs: integer('MEDIA_OVERLOAD_LAG_MS', {
    fallback: 20,
    min: 0,
    max: 10_000,
    meaning:
      'How late the audio of all running calls may be for longer than a second, in milliseconds, before further calls are refused. ' +
      '0 takes calls in however late it is, and however far the built-in speech engines are behind.',
    danger:
      'With 0 a machine that carries too many calls takes on more of them, and its media workers may be taken for hung.',
  }),
  overloadPacingMs: integer('MEDIA_OVERLOAD_PACING_MS', {
    fallback: 15,
    min: 0,
    max: 250,
    meaning:
      'How late one frame in a hundred of all running calls may be, in milliseconds, in two of three seconds, before further calls are ' +
      'refused; they are taken again after five seconds in which none were. Only while ten calls or more run. 0, and MEDIA_OVERLOAD_LAG_MS=0, ' +
      'take calls in however late they are.',
    danger: 'Above 20 callers begin to hear it before anybody is refused.',
  }),
  latePacketWaitMs: integer('MEDIA_LATE_PACKET_WAIT_MS', {
    fallback: 60,
    min: 20,
    max: 500,
    meaning:
      'How late a packet of the caller may be, in milliseconds, before its sound is made up. What comes in time is not delayed by ' +
      'it. It grows by itself, up to 200 ms more, where packets come later.',
    danger: 'Lower loses words on bad networks, higher delays what follows a lost packet.',
  }),
  callerDtx: flag('MEDIA_CALLER_DTX', {
    fallback: true,
    meaning:
      'Whether browsers are asked to send nothing while their microphone picks up nothing but silence or a steady background (usedtx of ' +
      'RFC 7587). It saves processor time here, and bandwidth and battery at a phone.',
  }),
  connectTimeoutMs: integer('MEDIA_CONNECT_TIMEOUT_MS', {
    fallback: 30_000,
    min: 1_000,
    max: 120_000,
    meaning: 'How long after the answer media may take to connect, in milliseconds, before the call ends.',
  }),
  consentTimeoutMs: integer('MEDIA_TIMEOUT_MS', {
    fallback: 30_000,
    min: 10_000,
    max: 60_000,
    meaning:
      'How long a connected client may be silent on the network, in milliseconds, before the call ends. It is measured by the ' +
      "client's ICE consent checks, which come every few seconds however silent the caller is.",
    danger: 'Below 15000 a phone that changes networks loses its call.',
  }),
  tcpCheckTimeoutMs: integer('MEDIA_TCP_CHECK_TIMEOUT_MS', {
    fallback: 5_000,
    min: 500,
    max: 60_000,
    meaning:
      'How long a connection to a TCP port of media may take, in milliseconds, to send the first connectivity check of a call that waits ' +
      'for it. One that does not is closed.',
    danger: 'Below 2000 callers on slow links can no longer call over TCP.',
  }),
  tcpMaxUncheckedPerAddress: integer('MEDIA_TCP_MAX_UNCHECKED_PER_ADDRESS', {
    fallback: 50,
    min: 1,
    max: 10_000,
    meaning:
      'How many connections from one address to a TCP port of media may be without that check at once.',
  }),
  tcpMaxUnchecked: integer('MEDIA_TCP_MAX_UNCHECKED', {
    fallback: 500,
    min: 10,
    max: 10_000,
    meaning: 'How many may be from all addresses. For a further one the oldest is closed.',
  }),
  phoneFirstPort: integer('MEDIA_PHONE_FIRST_PORT', {
    fallback: 10_000,
    min: 1_024,
    max: 65_000,
    meaning:
      'First UDP port of the audio of phone calls; each call takes two, an even one and the next. Open the range in the firewall.',
    danger: 'From 32768 on Linux gives ports to outgoing connections.',
  }),
  phoneLastPort: integer('MEDIA_PHONE_LAST_PORT', {
    fallback: 11_999,
    min: 1_025,
    max: 65_535,
    meaning:
      'Last UDP port of the audio of phone calls. When all are taken, further calls are refused with 503.',
  }),
  phoneSilenceTimeoutMs: integer('MEDIA_PHONE_TIMEOUT_MS', {
    fallback: 30_000,
    min: 2_000,
    max: 3_600_000,
    meaning:
      'How long a phone that is not on hold may send neither audio nor RTCP, in milliseconds, before its call ends.',
    danger: 'Phones that send nothing while their caller is silent lose their calls where it is short.',
  }),
  speechQueueMaxMs: integer('MEDIA_SPEECH_QUEUE_MAX_MS', {
    fallback: 120_000,
    min: 1_000,
    max: 3_600_000,
    meaning:
      'How much agent audio may wait to be spoken in one call, in milliseconds; what is written beyond it is dropped and counted.',
    danger: 'One call may hold this much: 120 s at 24 kHz are 5.8 MB.',
  }),
  opusBitrateBps: integer('MEDIA_OPUS_BITRATE', {
    fallback: 64_000,
    min: 6_000,
    max: 128_000,
    meaning:
      "Bit rate of the agent's Opus audio, in bits per second; a client may ask for less. From 56000 on a voice takes half the work " +
      'that it takes below, where MEDIA_OPUS_COMPLEXITY is 3 or less.',
  }),
  opusProtectedBitrateBps: integer('MEDIA_OPUS_PROTECTED_BITRATE', {
    fallback: 32_000,
    min: 6_000,
    max: 128_000,
    meaning:
      'The same while packets are protected from loss (MEDIA_OPUS_PROTECT_FROM_LOSS), in bits per second; at most MEDIA_OPUS_BITRATE: ' +
      'a line that loses packets has no room for more.',
  }),
  opusPacketMs: choice('MEDIA_OPUS_PACKET_MS', ['20', '40', '60'], {
    fallback: '40',
    meaning:
      "Length of the packets of the agent's Opus audio, in milliseconds, once a caller has reported that it loses none and there is as much " +
      'to say; otherwise 20, and where the client asks for no longer ones (a=ptime, a=maxptime).',
    danger:
      'A longer one takes more of a word with it when it is lost, and is heard as much longer after an interruption.',
  }),
  opusComplexity: integer('MEDIA_OPUS_COMPLEXITY', {
    fallback: 1,
    min: 0,
    max: 10,
    meaning:
      'How much work the Opus encoder puts into quality while there is time for it; at least 5 for callers who are protected from loss. ' +
      'While the process is busy for more than 85 % of the time it is 1 for all.',
    danger:
      '5 takes twice the processor time of 1, and 9 four times; docs/performance.md has what that brings.',
  }),
  opusExpectedLossPercent: integer('MEDIA_OPUS_EXPECTED_LOSS', {
    fallback: 10,
    min: 0,
    max: 50,
    meaning:
      'Packet loss that the agent audio is protected against, in percent, by carrying each packet again in the next one (in-band FEC), ' +
      'where it is lost (MEDIA_OPUS_PROTECT_FROM_LOSS). 0 switches it off.',
    danger: 'Protection takes bits away from quality.',
  }),
  opusProtectFromLossPercent: integer('MEDIA_OPUS_PROTECT_FROM_LOSS', {
    fallback: 1,
    min: 0,
    max: 50,
    meaning:
      'Packet loss, in percent, from which on the audio of a caller who reports it is protected, for a minute at least. ' +
      'Until a caller has reported, and where none is to be had, it is protected. 0: always.',
  }),
  logLevel: choice('MEDIA_LOG_LEVEL', ['none', 'error', 'warn', 'debug'], {
    fallback: 'warn',
    meaning: 'The least severe record of the media workers that is logged.',
    danger: 'debug writes records for single packets.',
  }),
  logTags: list('MEDIA_LOG_TAGS', {
    fallback: [],
    meaning:
      'What the media workers may log at warn and debug: info, ice, dtls, rtp, srtp, rtcp, rtx, bwe, score, simulcast, svc, sctp, ' +
      'message; separated by commas.',
  }),
} as const;
