import { integer, list, text } from '../setting.js';

export const mediaSettings = {
  listenIp: text('MEDIA_LISTEN_IP', {
    fallback: '0.0.0.0',
    meaning: 'Local address that WebRTC media listens on.',
  }),
  announcedAddress: text('MEDIA_ANNOUNCED_ADDRESS', {
    meaning:
      'Address (IP or host name) that callers are told to send media to. Default: every address of this machine when MEDIA_LISTEN_IP is ' +
      '0.0.0.0, else MEDIA_LISTEN_IP. Set it to the public address behind NAT or in a container.',
    danger: 'With a wrong one calls are answered, but no audio flows.',
  }),
  port: integer('MEDIA_PORT', {
    fallback: 40_000,
    min: 0,
    max: 65_535,
    meaning:
      'First UDP and TCP port of media; each media worker takes one port from here on. 0 takes free ones. Open these ports in the firewall.',
  }),
  workers: integer('MEDIA_WORKERS', {
    fallback: 0,
    min: 0,
    max: 256,
    meaning: 'How many media workers (processes) to run. 0 means one a processor core.',
  }),
  workerBin: text('MEDIASOUP_WORKER_BIN', {
    meaning: 'Path of a mediasoup-worker binary to use instead of the installed one.',
  }),
  initialPlayoutDelayMs: integer('MEDIA_JITTER_TARGET_MS', {
    fallback: 60,
    min: 20,
    max: 500,
    meaning: 'How much caller audio the jitter buffer aims to hold, in milliseconds.',
    danger: 'Lower loses words on bad networks, higher delays every reply.',
  }),
  logTags: list('MEDIA_LOG_TAGS', {
    fallback: [],
    meaning: 'Log tags of the media worker (ice, dtls, rtp, srtp, …), separated by commas.',
  }),
} as const;
