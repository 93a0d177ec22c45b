/**
 * The layers of ARCHITECTURE.md, enforced. A room may import rooms of lower layers only, `common` imports no other room,
 * and rooms of one layer do not import each other.
 */
const layers = [
  ['common'],
  ['agents', 'adapters', 'media', 'webhooks', 'auth', 'conversations'],
  ['deployments', 'connectors', 'alerts'],
  ['calls', 'studio', 'test-sets'],
  ['signaling'],
];

const at = (rooms) => `^src/(${rooms.join('|')})/`;
const specs = '\\.spec\\.ts$';

const upward = layers.slice(0, -1).map((rooms, level) => ({
  name: `layer-${level}-imports-down-only`,
  severity: 'error',
  from: { path: at(rooms), pathNot: specs },
  to: { path: at(layers.slice(level + 1).flat()) },
}));

const sideways = layers.flatMap((rooms) =>
  rooms.map((room) => ({
    name: `${room}-does-not-import-its-neighbours`,
    severity: 'error',
    from: { path: at([room]), pathNot: specs },
    to: { path: at(rooms.filter((other) => other !== room).concat('no-such-room')) },
  })),
);

export default {
  forbidden: [
    ...upward,
    ...sideways,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: 'src/generated' } },
    },
    {
      name: 'only-media-imports-mediasoup',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/media/' },
      to: { path: 'node_modules/(mediasoup|sdp-transform)/' },
    },
    {
      name: 'sources-do-not-import-tests',
      severity: 'error',
      from: { path: '^src/' },
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
