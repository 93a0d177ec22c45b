// A page of your own around the SDK. earshot.js is dist/index.js of @earshot/client.
import { EarshotCall } from './earshot.js';

const find = (id) => document.getElementById(id);
const [callButton, muteButton, hangUpButton] = ['call', 'mute', 'hang-up'].map(find);
const { url } = await (await fetch('earshot.json')).json();

callButton.addEventListener('click', () => {
  const call = new EarshotCall({
    signalingUrl: url,
    authToken: async () => (await fetch('call-token', { method: 'POST' })).json(),
  });
  const turns = new Map();
  find('transcript').replaceChildren();

  call.on('state', (state) => {
    find('status').textContent = state;
    const isOver = state === 'ended';
    callButton.disabled = !isOver;
    muteButton.disabled = hangUpButton.disabled = isOver;
  });
  call.on('agent', (state) => (find('status').textContent = state));
  call.on('levels', ({ caller, agent }) => (find('level').value = Math.max(caller, agent)));
  call.on('transcript', ({ turnId, speaker, text }) => {
    let line = turns.get(turnId);
    if (!line) {
      line = document.createElement('p');
      turns.set(turnId, line);
      find('transcript').append(line);
    }
    line.textContent = `${speaker === 'agent' ? 'Agent' : 'You'}: ${text}`;
  });
  call.on('ended', ({ error }) => {
    if (error) find('status').textContent = `${error.message} ${error.advice}`;
  });
  muteButton.onclick = () => {
    call.mute(!call.muted);
    muteButton.textContent = call.muted ? 'Unmute' : 'Mute';
  };
  hangUpButton.onclick = () => call.hangUp();
  // What goes wrong comes with `ended`.
  call.start().catch(() => undefined);
});
