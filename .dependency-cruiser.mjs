/**
 * The layers of ARCHITECTURE.md, enforced: what each room may import. A room that is not listed here, or that
 * imports one that is not listed behind it, fails the check.
 */
const FOUNDATION = ['common'];
const DOCUMENT = [...FOUNDATION, 'agent-document'];
const VOICE = [...DOCUMENT, 'voice'];
const ENGINE_PARTS = [...VOICE, 'providers', 'engines', 'tools'];

const rooms = {
  common: [],
  'agent-document': FOUNDATION,
  auth: FOUNDATION,
  conversations: FOUNDATION,
  media: FOUNDATION,
  sip: FOUNDATION,
  webhooks: FOUNDATION,
  agents: DOCUMENT,
  voice: DOCUMENT,
  providers: VOICE,
  knowledge: [...VOICE, 'agents', 'providers'],
  engines: [...VOICE, 'providers'],
  tools: [...VOICE, 'conversations'],
  pipeline: ENGINE_PARTS,
  'speech-to-speech': ENGINE_PARTS,
  answering: [...ENGINE_PARTS, 'pipeline', 'speech-to-speech'],
};

/** Rooms above those: they may import any room of a lower layer. */
const below = Object.keys(rooms);
const L2 = ['deployments', 'connectors', 'alerts', 'call-reports'];
const L3 = ['calls', 'studio', 'test-sets', 'text-chats'];
for (const room of L2) rooms[room] = below;
for (const room of L3) rooms[room] = [...below, ...L2];
for (const room of ['signaling', 'telephony']) rooms[room] = [...below, ...L2, ...L3];

/** They put the rooms together; nobody looks at them. */
const composition = ['health', 'openapi', 'demo', 'cli'];

/** Inner rooms: what each may import of its own room, besides itself. */
const innerRooms = {
  'pipeline/stages': [],
  'pipeline/starter': [],
  'pipeline/stt': ['stages', 'starter'],
  'pipeline/llm': ['stages', 'starter'],
  'pipeline/tts': ['stages', 'starter'],
  'pipeline/words': ['stages'],
  'pipeline/conversation': ['stages', 'words'],
  'voice/turns': [],
  'voice/caller': [],
  'voice/speaker': [],
  'speech-to-speech/connection': [],
  'speech-to-speech/dialogue': ['connection'],
  'speech-to-speech/openai': ['connection', 'dialogue'],
  'speech-to-speech/gemini': ['connection', 'dialogue'],
  'engines/workers': [],
  'engines/built-in': ['workers'],
  'engines/sherpa-onnx': ['workers'],
  'signaling/wire': [],
};

const at = (names) => `^src/(${names.join('|')})/`;
const specs = '\\.spec\\.ts$';

const walls = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports-only-what-lies-below`,
  severity: 'error',
  from: { path: at([room]), pathNot: specs },
  to: { path: '^src/', pathNot: at([room, 'generated', ...allowed]) },
}));

/** The inner rooms of `voice` share the contract that lies beside them. */
const contracts = {
  voice:
    '^src/voice/(agent-adapter|call-knowledge|earlier-words|fault-codes|overlap-evidence|provider-usage|text-conversation)\\.ts$',
};

const innerWalls = Object.entries(innerRooms).map(([inner, allowed]) => {
  const [room] = inner.split('/');
  const own = [inner, ...allowed.map((name) => `${room}/${name}`)];
  return {
    name: `${inner.replace('/', '-')}-imports-only-what-it-may`,
    severity: 'error',
    from: { path: at([inner]), pathNot: specs },
    to: { path: at([room]), pathNot: [at(own), ...(contracts[room] ? [contracts[room]] : [])] },
  };
});

export default {
  forbidden: [
    ...walls,
    ...innerWalls,
    {
      name: 'turn-detection-is-pure',
      severity: 'error',
      from: { path: '^src/voice/turns/', pathNot: specs },
      to: { pathNot: ['^src/voice/(turns/|overlap-evidence\\.ts$)', '^src/agent-document/', '^src/common/'] },
    },
    {
      name: 'every-room-is-drawn',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: at([...Object.keys(rooms), ...composition, 'generated']) },
      to: {},
    },
    {
      name: 'nobody-looks-at-composition',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: at(composition) },
      to: { path: at(composition) },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: 'src/generated' } },
    },
    {
      name: 'only-rooms-of-calls-import-media',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: at(['media', 'calls', 'telephony', 'test-sets']) },
      to: { path: at(['media']) },
    },
    {
      name: 'only-media-imports-mediasoup',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/media/' },
      to: { path: 'node_modules/(mediasoup|sdp-transform)/' },
    },
    {
      name: 'only-sip-imports-its-library',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/sip/' },
      to: { path: 'node_modules/sip\\.js/' },
    },
    {
      name: 'sources-do-not-import-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: specs },
      to: { path: '^(test|bench|examples)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'src/generated' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
};
