import { choice, flag, integer, integerOrAuto, text, url } from '../setting.js';

export const instanceSettings = {
  region: choice('REGION', ['us', 'eu', 'uk', 'studio'], {
    fallback: 'studio',
    meaning:
      'Name of the region of this instance, shown in /health, logs, metrics and the OpenAPI document. Nothing crosses regions.',
  }),
  logLevel: choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    fallback: 'info',
    meaning: 'Lowest level of log records.',
    danger: 'debug and trace write a record per signaling frame.',
  }),
  logPretty: flag('LOG_PRETTY', {
    fallback: false,
    meaning: 'Readable logs instead of one JSON object per line.',
  }),
  address: url('INSTANCE_ADDRESS', ['http:', 'https:'], {
    meaning:
      'Where other instances on this database reach this one, as http://HOST: not the load balancer. Its port is ignored: peers use ' +
      'INSTANCE_PEER_PORT. Default: HOST, or the first address of this machine where HOST is 0.0.0.0.',
    danger:
      'With an address of somebody else, other instances take this one for dead and go on with its calls.',
  }),
  peerPort: integer('INSTANCE_PEER_PORT', {
    fallback: 0,
    min: 0,
    max: 65_535,
    meaning:
      'TCP port on HOST for requests of peer instances: health and handoff of calls. It serves nothing else. With several processes, each ' +
      'takes the next port. 0 picks a free one; set it if there is a firewall between instances.',
    danger:
      'A firewall between instances must drop what it does not let through: a refused connection counts as the end of the instance.',
  }),
  processes: integerOrAuto('INSTANCE_PROCESSES', {
    fallback: 1,
    min: 1,
    max: 256,
    meaning:
      'How many processes share PORT, each with calls of its own; `auto` means one a processor core. One codes the calls of one core. MEDIA_WORKERS, ' +
      'DATABASE_POOL_SIZE and the ports of phone calls are shared out among them; CALL_MAX_CONCURRENT and the limits of sockets are those of each.',
    danger:
      'Each process takes some 300 MB and at least four connections to PostgreSQL, whose max_connections has to allow them.',
  }),
  processPort: integer('INSTANCE_PROCESS_PORT', {
    min: 0,
    max: 65_535,
    meaning:
      'With several processes, the first TCP port at which single ones are reached; each takes one from here on. /metrics and ' +
      '/health/ready tell of that process alone there. 0 takes free ones. Default: PORT + 1.',
  }),
  dataDir: text('DATA_DIR', {
    fallback: '.data',
    meaning:
      'Folder for everything that must survive a restart: the embedded database, the demo account file, the instance secret, recordings.',
    danger: 'Losing it loses every agent when the embedded database is in use.',
  }),
  instanceSecret: text('INSTANCE_SECRET', {
    secret: true,
    meaning:
      'Key material (at least 32 characters) that encrypts webhook secrets at rest and signs studio tokens. Without it one is made at ' +
      'the first start and kept in DATA_DIR/instance-secret (mode 0600). Give the same one to every instance on one database. To change it, put the new one before ' +
      'the old one, with a comma between: the first is used, and what the others encrypted is encrypted anew; once all instances have the new one first and say in the log that this is done, the old one can go. So a secret may hold blanks but no comma.',
    danger:
      'The database keeps a fingerprint of it: an instance with another one refuses to start. A change voids studio tokens.',
  }),
  instanceSecretReplace: flag('INSTANCE_SECRET_REPLACE', {
    fallback: false,
    meaning:
      'Accept an INSTANCE_SECRET that differs from that of the database, because the old one is lost. Set it for one start, then remove it.',
    danger:
      'What the lost secret encrypted stays unreadable: give webhook endpoints new secrets and headers.',
  }),
  seedDemo: flag('SEED_DEMO', {
    fallback: false,
    meaning:
      'Create the demo account, agent, API key and connector token if they are absent, and write them to DEMO_FILE. `npm start` turns ' +
      'it on; the container image does not.',
    danger: 'On a public address it leaves a working API key in a file.',
  }),
  demoFile: text('DEMO_FILE', {
    meaning: 'File for the addresses and secrets of the demo (mode 0600). Default: demo.json in DATA_DIR.',
  }),
} as const;
