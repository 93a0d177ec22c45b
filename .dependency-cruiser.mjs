/**
 * The layers of ARCHITECTURE.md, enforced: what each room may import. A room that is not listed here, or that
 * imports one that is not listed behind it, fails the check.
 */
const FOUNDATION = ['common', 'audio', 'audit', 'http', 'jobs', 'quotas', 'safe-http'];
const DOCUMENT = [...FOUNDATION, 'agent-document'];
const VOICE = [...DOCUMENT, 'voice'];
const ENGINE_PARTS = [...VOICE, 'claims', 'forms', 'providers', 'engines', 'tools'];

const rooms = {
  common: [],
  audio: ['common'],
  'safe-http': ['common'],
  jobs: ['common'],
  audit: ['common', 'jobs'],
  http: ['common', 'jobs'],
  quotas: ['common', 'audit', 'jobs'],
  cluster: ['common', 'jobs', 'quotas'],
  'agent-document': FOUNDATION,
  mail: [...FOUNDATION, 'cluster'],
  auth: [...FOUNDATION, 'cluster', 'mail'],
  conversations: [...FOUNDATION, 'cluster', 'webhooks'],
  media: FOUNDATION,
  sip: FOUNDATION,
  webhooks: FOUNDATION,
  agents: DOCUMENT,
  forms: DOCUMENT,
  claims: [...DOCUMENT, 'forms'],
  voice: DOCUMENT,
  providers: VOICE,
  knowledge: [...VOICE, 'agents', 'providers'],
  engines: [...VOICE, 'providers'],
  tools: [...VOICE, 'claims', 'cluster', 'conversations', 'forms'],
  pipeline: ENGINE_PARTS,
  'speech-to-speech': ENGINE_PARTS,
  answering: [...ENGINE_PARTS, 'cluster', 'pipeline', 'speech-to-speech'],
};

/** Modules of higher layers: they may import any module of a lower layer. */
const below = Object.keys(rooms);
const L2 = ['deployments', 'connectors', 'alerts', 'call-reports'];
/** The parts of a call, from below: each may import those before it. */
const CALLS = ['call-client', 'call-admission', 'call-speech', 'calls', 'call-supervision'];
const L3 = ['agent-suggestions', ...CALLS, 'studio', 'test-sets', 'text-chats'];
for (const room of L2) rooms[room] = below;
for (const room of L3) rooms[room] = [...below, ...L2, ...CALLS.slice(0, Math.max(0, CALLS.indexOf(room)))];
for (const room of ['signaling', 'telephony']) rooms[room] = [...below, ...L2, ...L3];

/** Composition modules; no other module imports them. */
const composition = ['health', 'openapi', 'mcp-server', 'demo', 'cli'];

/** A module's files beside its submodules that lie below them. */
const SELF = '.';

/**
 * Inner rooms, from below: what each may import of its own room, besides itself. That is listed above it, so no two
 * lead to each other. A folder that is not listed fails the check.
 */
const innerRooms = {
  'agent-document': { 'tool-arguments': [], variables: [SELF] },
  agents: { 'real-time-configs': [SELF] },
  alerts: { evaluation: [SELF], rules: [SELF] },
  answering: { 'provider-tests': [SELF], http: [SELF, 'provider-tests'] },
  auth: {
    operator: [],
    credentials: [],
    sessions: ['credentials'],
    oidc: ['credentials', 'sessions'],
    people: ['operator', 'credentials', 'sessions'],
  },
  'call-reports': {
    events: [SELF],
    analysis: [SELF, 'events'],
    daily: [SELF],
    now: [SELF],
    outcomes: [SELF],
    questions: [SELF],
    usage: [SELF],
    weekly: [SELF],
  },
  'call-admission': { takeover: [SELF] },
  'call-supervision': { 'hang-up': [], 'live-events': [], monitoring: [] },
  cluster: {
    counters: [],
    instances: ['counters'],
    ownership: [],
    peers: ['instances', 'ownership'],
    failover: ['instances', 'ownership', 'peers'],
    processes: ['instances'],
  },
  cli: { agents: [SELF], calls: [SELF], tests: [SELF] },
  common: {
    abort: [],
    'address-ranges': [],
    assets: [],
    caches: [],
    clock: [],
    config: ['address-ranges'],
    'fair-shares': [],
    ids: [],
    json: [],
    statistics: [],
    threads: [],
    timers: ['fair-shares'],
    logging: ['config'],
    metrics: ['assets', 'config'],
    'phone-numbers': [],
    prisma: ['config', 'fair-shares', 'metrics'],
    'change-signals': ['config', 'prisma'],
    startup: ['metrics'],
    tracing: ['config', 'metrics'],
    errors: ['prisma'],
    access: ['errors'],
    secrets: ['config', 'errors', 'prisma'],
  },
  connectors: { 'call-tokens': [SELF], numbers: [SELF] },
  conversations: {
    jobs: [],
    recordings: [],
    redaction: [],
    ownership: [SELF, 'jobs'],
    'turn-traces': [],
    http: [SELF, 'recordings', 'turn-traces'],
    inbox: [SELF, 'http'],
    figures: [SELF, 'http'],
  },
  deployments: { rollouts: [SELF], gates: [SELF, 'rollouts'], experiments: [SELF, 'gates', 'rollouts'] },
  forms: { values: [] },
  engines: { workers: [], local: ['workers'], 'sherpa-onnx': ['workers'] },
  http: { idempotency: [], openapi: [SELF, 'idempotency'], pagination: [SELF, 'openapi'] },
  knowledge: {
    embeddings: [],
    passages: ['embeddings'],
    topics: ['passages'],
    documents: ['embeddings', 'passages'],
    retrieval: ['embeddings', 'passages'],
  },
  media: {
    sdp: [SELF],
    codecs: [SELF, 'sdp'],
    workers: [SELF, 'sdp'],
    rtp: [SELF, 'codecs'],
    session: [SELF, 'codecs', 'rtp', 'sdp', 'workers'],
    phone: [SELF, 'codecs', 'rtp', 'sdp', 'session'],
    local: [SELF, 'phone', 'rtp', 'sdp', 'session'],
  },
  pipeline: {
    stages: [],
    starter: [],
    stt: ['stages', 'starter'],
    tts: ['stages', 'starter'],
    words: ['stages'],
    llm: ['stages', 'starter', 'words'],
    conversation: ['stages', 'words'],
  },
  providers: {
    languages: [],
    breakers: [SELF],
    presets: [],
    accounts: [SELF, 'presets'],
    embeddings: [SELF, 'accounts', 'breakers'],
    'model-lists': [SELF, 'accounts', 'presets'],
  },
  signaling: { wire: [], handlers: [SELF, 'wire'] },
  sip: {
    digest: [SELF],
    messages: [],
    transport: ['messages'],
    core: [SELF, 'digest', 'messages', 'transport'],
  },
  'speech-to-speech': {
    connection: [],
    dialogue: ['connection'],
    openai: ['connection', 'dialogue'],
    gemini: ['connection', 'dialogue'],
  },
  telephony: {
    metrics: [],
    'number-rules': [],
    'phone-call': [],
    trunks: ['number-rules'],
    servers: ['trunks'],
    dialling: ['metrics', 'number-rules', 'phone-call', 'servers', 'trunks'],
    transfers: ['dialling', 'number-rules', 'phone-call', 'trunks'],
    diagnostics: ['metrics', 'trunks'],
    incoming: ['diagnostics', 'metrics', 'number-rules', 'phone-call', 'transfers', 'trunks'],
    outbound: ['dialling', 'metrics', 'number-rules', 'phone-call', 'servers', 'transfers', 'trunks'],
    failover: ['metrics', 'outbound', 'phone-call', 'servers', 'transfers', 'trunks'],
    'trunk-admin': ['diagnostics', 'dialling', 'number-rules', 'outbound', 'servers', 'trunks'],
  },
  'test-sets': {
    judge: [],
    script: [],
    recorded: ['script'],
    spoken: ['script'],
    'tested-agents': ['script', 'spoken'],
    checks: ['judge', 'script', 'spoken'],
    simulated: ['checks', 'judge', 'script', 'tested-agents'],
    replay: ['judge', 'recorded', 'script', 'spoken', 'tested-agents'],
    run: ['checks', 'replay', 'script', 'simulated', 'spoken', 'tested-agents'],
    http: [SELF, 'recorded', 'replay', 'run', 'script'],
  },
  'text-chats': { http: [SELF] },
  tools: {
    declarations: [],
    calendar: [SELF],
    secrets: [SELF],
    mcp: [SELF, 'secrets'],
    ledger: [SELF, 'calendar', 'mcp'],
    undo: [SELF],
  },
  voice: { keys: [], turns: [SELF], caller: [SELF], speaker: [SELF], trace: [SELF, 'turns', 'caller'] },
  webhooks: {
    events: [],
    endpoints: [SELF, 'events'],
    delivery: [SELF, 'endpoints', 'events'],
    log: [SELF, 'endpoints', 'events'],
  },
};

for (const [room, inners] of Object.entries(innerRooms)) {
  const listed = [SELF];
  for (const [inner, allowed] of Object.entries(inners)) {
    const above = allowed.filter((name) => !listed.includes(name));
    if (above.length > 0)
      throw new Error(`innerRooms.${room}: list ${above.join(', ')} above ${inner}, which may import it`);
    listed.push(inner);
  }
}

const at = (names) => `^src/(${names.join('|')})/`;
const specs = '\\.spec\\.ts$';

const walls = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports-only-what-lies-below`,
  severity: 'error',
  from: { path: at([room]), pathNot: specs },
  to: { path: '^src/', pathNot: at([room, 'generated', ...allowed]) },
}));

/** The files beside submodules that lie below them, if others compose them; otherwise all but the wiring. */
const BELOW = {
  agents: [
    'agent-document\\.parser',
    'agents\\.service',
    'content-hash',
    'destination-rules',
    'document-problems',
    'document-rules',
    'document-size',
    'form-rules',
    'tool-rules',
    'undo-rules',
  ],
  conversations: [
    'caller-erasure',
    'conversation-reads',
    'conversation-record',
    'conversation-store',
    'conversation\\.dto',
    'conversations\\.service',
    'late-events',
    'record-columns',
    'unsaved-changes',
    'usage-sums',
  ],
  media: ['media-session'],
  signaling: ['error-frame', 'frame-budget', 'sign-of-life', 'signal-connection'],
  sip: ['kept-dialog', 'kept-invite', 'outgoing-call', 'resumed-call', 'sip-call'],
  tools: [
    'calendar-booking',
    'http-tool',
    'mcp-request',
    'parse-arguments',
    'tool-call',
    'tool-ledger',
    'tool-request',
    'tool-target',
    'tool-variables',
  ],
};
const WIRING = '(\\.module|/index|/main)\\.ts$';

/** Modules whose own files are both used by submodules and compose them: only `no-cycles` applies. */
const INTERWOVEN = ['deployments'];

const besideIn = (room) => `^src/${room}/[^/]+\\.ts$`;
const belowIn = (room) => (BELOW[room] ? `^src/${room}/(${BELOW[room].join('|')})\\.ts$` : besideIn(room));

const innerWalls = Object.entries(innerRooms).flatMap(([room, inners]) =>
  Object.entries(inners).map(([inner, allowed]) => {
    const own = [inner, ...allowed.filter((name) => name !== SELF)].map((name) => `${room}/${name}`);
    return {
      name: `${room}-${inner}-imports-only-what-it-may`,
      severity: 'error',
      from: { path: at([`${room}/${inner}`]), pathNot: specs },
      to: { path: at([room]), pathNot: [at(own), ...(allowed.includes(SELF) ? [belowIn(room)] : [])] },
    };
  }),
);

/** A file that submodules import must not import a file that imports submodules. */
const besideWalls = Object.entries(innerRooms).flatMap(([room, inners]) => {
  const above = Object.keys(inners).filter((inner) => inners[inner].includes(SELF));
  if (above.length === 0 || INTERWOVEN.includes(room)) return [];
  return {
    name: `${room}-does-not-import-what-lies-above-it`,
    severity: 'error',
    from: { path: belowIn(room), pathNot: [specs, WIRING] },
    to: { path: [besideIn(room), at(above.map((inner) => `${room}/${inner}`))], pathNot: belowIn(room) },
  };
});

/** Submodules, as `module/submodule`. */
const drawn = Object.entries(innerRooms).flatMap(([room, inners]) =>
  Object.keys(inners).map((inner) => `${room}/${inner}`),
);

export default {
  forbidden: [
    ...walls,
    ...innerWalls,
    ...besideWalls,
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
      name: 'every-inner-room-is-drawn',
      comment:
        'List the folder in `innerRooms` of .dependency-cruiser.mjs, with what it may import of its room.',
      severity: 'error',
      from: { path: '^src/[^/]+/[^/]+/', pathNot: at([...drawn, 'generated']) },
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
      from: { path: '^src/[^/]+/', pathNot: at(['media', ...CALLS, 'telephony', 'test-sets']) },
      to: { path: at(['media']) },
    },
    {
      name: 'only-media-imports-mediasoup',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/media/' },
      to: { path: 'node_modules/(mediasoup|sdp-transform)/' },
    },
    {
      name: 'only-tracing-imports-opentelemetry',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/common/tracing/' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'only-sip-imports-its-library',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/sip/' },
      to: { path: 'node_modules/sip\\.js/' },
    },
    {
      name: 'only-dtos-import-class-validator',
      comment: 'HTTP bodies and queries are DTOs; everything else is checked by a TypeBox schema.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [specs, '^src/http/', '(\\.(dto|query|controller)|-rule|^src/cli/operator)\\.ts$'],
      },
      to: { path: 'node_modules/class-(validator|transformer)/' },
    },
    {
      name: 'only-document-parsers-import-ajv',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot:
          '^src/(agents/(agent-document\\.parser|document-problems)|test-sets/script/parse-test-set)\\.ts$',
      },
      to: { path: 'node_modules/ajv/' },
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
