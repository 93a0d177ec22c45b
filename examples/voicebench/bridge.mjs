// Connects voicebench to an agent: its `websocket` adapter on one side, a WebRTC call of Earshot on the other.
// EARSHOT_URL and TOKEN (a connector token) select the agent; PORT is voicebench's address of this bridge (8765).
import { EarshotCall } from '@earshot/client';
import wrtc from '@roamhq/wrtc';
import { WebSocketServer } from 'ws';

const { EARSHOT_URL = 'http://localhost:3000', TOKEN, PORT = '8765' } = process.env;
if (!TOKEN) throw new Error('Set TOKEN.');

/** voicebench's rate in both directions: `sample_rate` of the scenario. */
const RATE_HZ = 16_000;
/** WebRTC takes 10 ms at a time. */
const CHUNK = RATE_HZ / 100;
const SILENT = 30;

/** Resamples heard audio; good enough for detecting speech. */
function resampled({ samples, sampleRate, channelCount }) {
  const step = sampleRate / RATE_HZ;
  const length = Math.floor(samples.length / channelCount / step);
  return Int16Array.from({ length }, (_, at) => samples[Math.floor(at * step) * channelCount]);
}

new WebSocketServer({ host: '127.0.0.1', port: Number(PORT) }).on('connection', (socket) => {
  const source = new wrtc.nonstandard.RTCAudioSource();
  const call = new EarshotCall({
    signalingUrl: EARSHOT_URL,
    authToken: TOKEN,
    microphone: new wrtc.MediaStream([source.createTrack()]),
    RTCPeerConnection: wrtc.RTCPeerConnection,
  });
  let waiting = new Int16Array(0);
  socket.on('message', (bytes) => {
    const frame = new Int16Array(new Uint8Array(bytes).buffer);
    waiting = Int16Array.from([...waiting, ...frame]);
    for (; waiting.length >= CHUNK; waiting = waiting.slice(CHUNK)) {
      source.onData({
        samples: waiting.slice(0, CHUNK),
        sampleRate: RATE_HZ,
        bitsPerSample: 16,
        channelCount: 1,
        numberOfFrames: CHUNK,
      });
    }
  });
  socket.on('close', () => call.hangUp());
  call.on('remote-track', ({ track }) => {
    new wrtc.nonstandard.RTCAudioSink(track).ondata = (heard) => {
      const samples = resampled(heard);
      // A session ends when audio stops, so silence isn't sent.
      if (samples.some((sample) => Math.abs(sample) > SILENT)) socket.send(samples);
    };
  });
  call.on('transcript', ({ speaker, text, final }) => {
    if (!final) return;
    const role = speaker === 'caller' ? 'user' : 'agent';
    socket.send(JSON.stringify({ type: 'transcript', role, text, final }));
  });
  call.on('ended', ({ error }) => {
    if (error) console.error(`${error.message} ${error.advice}`);
    socket.close();
  });
  call.start().catch(() => undefined);
});
console.log(`voicebench finds the agent at ws://127.0.0.1:${PORT}`);
