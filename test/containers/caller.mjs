// node caller.mjs CHECKOUT BASE DEMO_FILE: calls the demo agent, hears its greeting, says the same back and hears
// the reply. RELAY=1: by way of the TURN server that the service names, and no other way. STAY_MS: hangs up only so
// long after that; if the call is ended before, by anybody else, it fails.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [checkout, base, demoFile] = process.argv.slice(2);
const require = createRequire(path.resolve(checkout, 'package.json'));
const wrtc = require('@roamhq/wrtc');
const { WebSocket } = require('ws');
const { connectorToken } = JSON.parse(readFileSync(demoFile, 'utf8'));
const CHUNK = 480;

const iceServers = process.env.RELAY
  ? (await (await fetch(`${base}/api/v1/ice-servers?token=${connectorToken}`)).json()).iceServers
  : [];
const connection = new wrtc.RTCPeerConnection({
  iceServers,
  iceTransportPolicy: process.env.RELAY ? 'relay' : 'all',
});
connection.onconnectionstatechange = () =>
  connection.connectionState === 'failed' && fail('No media: the connection failed.');
const source = new wrtc.nonstandard.RTCAudioSource();
const track = source.createTrack();
connection.addTrack(track, new wrtc.MediaStream([track]));
const heard = [];
const isLoud = (samples) => samples.some((sample) => Math.abs(sample) > 1000);
connection.ontrack = ({ track }) => {
  new wrtc.nonstandard.RTCAudioSink(track).ondata = ({ samples, sampleRate }) => {
    if (sampleRate === 48_000)
      heard.push({ atMs: performance.now(), samples: samples.slice(), loud: isLoud(samples) });
  };
};
let toSay = [];
setInterval(() => {
  source.onData({
    samples: toSay.shift() ?? new Int16Array(CHUNK),
    sampleRate: 48_000,
    channelCount: 1,
    bitsPerSample: 16,
    numberOfFrames: CHUNK,
  });
}, 10);
const fail = (text) => {
  console.error(text);
  process.exit(1);
};
setTimeout(() => fail('The call took more than 60 s.'), 60_000);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the agent has spoken and is silent again; gives what it said. */
async function speechAfter(sinceMs) {
  for (;;) {
    const loud = heard.filter((chunk) => chunk.loud && chunk.atMs >= sinceMs);
    if (loud.length > 50 && performance.now() - loud.at(-1).atMs > 1_000)
      return { first: loud[0], last: loud.at(-1) };
    await pause(50);
  }
}

await connection.setLocalDescription(await connection.createOffer());
while (connection.iceGatheringState !== 'complete') await pause(20);
const socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/webrtc/signal`);
socket.on('error', (error) => fail(String(error)));
socket.on('open', () =>
  socket.send(
    JSON.stringify({
      type: 'offer',
      sessionId: '',
      data: { type: 'offer', sdp: connection.localDescription.sdp },
      authToken: connectorToken,
    }),
  ),
);
let isDone = false;
socket.on('close', (code) => isDone || fail(`The socket was closed with ${code} during the call.`));
const answer = await new Promise((resolve) =>
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data));
    if (frame.type === 'answer') resolve(frame);
    if (frame.type === 'error' || (frame.type === 'close' && !isDone)) fail(String(data));
  }),
);
await connection.setRemoteDescription({ type: 'answer', sdp: answer.data.sdp });
const greeting = await speechAfter(0);
console.log('The greeting was heard.');
toSay = heard
  .slice(heard.indexOf(greeting.first), heard.indexOf(greeting.last) + 1)
  .map(({ samples }) => samples);
while (toSay.length > 0) await pause(20);
const saidMs = performance.now();
const reply = await speechAfter(saidMs);
console.log(
  `The reply was heard, ${(reply.first.atMs - saidMs).toFixed(0)} ms after the caller's last word.`,
);
await pause(Number(process.env.STAY_MS ?? 0));
isDone = true;
console.log('Hanging up.');
socket.send(JSON.stringify({ type: 'close', sessionId: answer.sessionId }));
await pause(300);
process.exit(0);
