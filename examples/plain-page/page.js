// A page of your own with the SDK. earshot.js is dist/index.js of @earshot/client.
import { EarshotCall } from './earshot.js';

const find = (id) => document.getElementById(id);
const [callButton, muteButton, hangUpButton, form] = ['call', 'mute', 'hang-up', 'write'].map(find);
const { url } = await (await fetch('earshot.json')).json();

const WORDS = {
  starting: 'Allow the microphone, please.',
  connecting: 'Connecting …',
  connected: 'Connected',
  reconnecting: 'The connection is bad. Reconnecting …',
  ended: 'The call has ended.',
  listening: 'Listening',
  thinking: 'Thinking …',
  speaking: 'Speaking',
};

const tell = (word) => (find('status').textContent = WORDS[word]);

/** The current call; `undefined` without one. */
let call;

function showButtons() {
  callButton.hidden = call !== undefined;
  muteButton.hidden = hangUpButton.hidden = form.hidden = call === undefined;
  muteButton.textContent = call?.muted ? 'Unmute' : 'Mute';
}

function showProblem(error) {
  find('problem').hidden = !error;
  find('problem').textContent = error ? `${error.message} ${error.advice}` : '';
}

/** Shows or updates one turn. */
function showTurn(turns, { turnId, speaker, text }) {
  let line = turns.get(turnId);
  if (!line) {
    line = document.createElement('p');
    line.className = speaker;
    line.append(
      Object.assign(document.createElement('b'), { textContent: speaker === 'agent' ? 'Agent' : 'You' }),
      '',
    );
    turns.set(turnId, line);
    find('transcript').append(line);
  }
  line.lastChild.textContent = text;
  // Empty: it was interrupted before a word was played.
  line.hidden = text === '';
  line.scrollIntoView({ block: 'end' });
}

callButton.addEventListener('click', () => {
  call = new EarshotCall({
    signalingUrl: url,
    authToken: async () => (await fetch('call-token', { method: 'POST' })).json(),
  });
  const turns = new Map();
  find('transcript').replaceChildren();
  showProblem();
  showButtons();

  call.on('state', tell);
  call.on('agent', tell);
  call.on('levels', ({ caller, agent }) => find('orb').style.setProperty('--level', Math.max(caller, agent)));
  call.on('transcript', (turn) => showTurn(turns, turn));
  call.on('error', showProblem);
  call.on('ended', () => {
    call = undefined;
    find('orb').style.removeProperty('--level');
    showButtons();
  });
  // Failures are reported by `error`.
  call.start().catch(() => undefined);
});

muteButton.addEventListener('click', () => {
  call.mute(!call.muted);
  showButtons();
});
hangUpButton.addEventListener('click', () => call.hangUp());
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (form.text.value.trim()) call.sendText(form.text.value);
  form.reset();
});
