// Calls an agent from Node, prints the conversation, and hangs up after a while: for smoke tests and bots.
// EARSHOT_URL and TOKEN (a call token or a connector token) select the agent; SECONDS is the duration (10).
import { EarshotCall } from '@earshot/client';
import wrtc from '@roamhq/wrtc';

const { EARSHOT_URL = 'http://localhost:3000', TOKEN, SECONDS = '10' } = process.env;
if (!TOKEN) throw new Error('Set TOKEN.');

// A silent caller. Feed 10 ms of 16-bit samples at a time to speak.
const source = new wrtc.nonstandard.RTCAudioSource();
const microphone = new wrtc.MediaStream([source.createTrack()]);
const silence = new Int16Array(480);
const frame = {
  samples: silence,
  sampleRate: 48_000,
  bitsPerSample: 16,
  channelCount: 1,
  numberOfFrames: 480,
};
const timer = setInterval(() => source.onData(frame), 10);

const call = new EarshotCall({
  signalingUrl: EARSHOT_URL,
  authToken: TOKEN,
  microphone,
  RTCPeerConnection: wrtc.RTCPeerConnection,
});
call.on('transcript', ({ speaker, text, final }) => final && console.log(`${speaker}: ${text}`));
call.on('ended', ({ reason, error }) => {
  clearInterval(timer);
  console.log(`ended: ${reason}${error ? ` (${error.message} ${error.advice})` : ''}`);
  // The library keeps the process alive.
  process.exit(error ? 1 : 0);
});
setTimeout(() => call.hangUp(), Number(SECONDS) * 1_000);
await call.start().catch(() => undefined);
