import { choice, flag, integer, integerOrAuto, text, url } from '../setting.js';
import { privateNetworks } from './private-networks.js';

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
  address: url('INSTANCE_ADDRESS', ['http:', 'https:'], {
    meaning:
      'Where other instances on this database reach this one, as http://HOST: not the load balancer. Its port is ignored: peers use INSTANCE_PEER_PORT. Default: HOST, or the first address of this machine if HOST is 0.0.0.0.',
    danger:
      'With an address of another machine, other instances consider this one dead and take over its calls.',
  }),
  peerPort: integer('INSTANCE_PEER_PORT', {
    fallback: 0,
    min: 0,
    max: 65_535,
    meaning:
      'TCP port on HOST for requests of peer instances: health and handoff of calls. It serves nothing more. With several processes, each takes the next port. 0 picks a free one; set it if there is a firewall between instances.',
    danger:
      'A firewall between instances must drop, not reject: a refused connection counts as the death of the instance.',
  }),
  processes: integerOrAuto('INSTANCE_PROCESSES', {
    fallback: 1,
    min: 1,
    max: 256,
    meaning:
      'How many processes share PORT, each with its own calls; `auto` means one per processor core. One process can use one core to encode audio. MEDIA_WORKERS, DATABASE_POOL_SIZE and the ports of phone calls are divided among them; CALL_MAX_CONCURRENT and the socket limits apply to each.',
    danger:
      'Each process takes about 300 MB and at least four PostgreSQL connections; raise max_connections accordingly.',
  }),
  processPort: integer('INSTANCE_PROCESS_PORT', {
    advanced: true,
    min: 0,
    max: 65_535,
    meaning:
      'With several processes, the first of their individual TCP ports; each process takes the next one. There, /metrics and /health/ready cover that process alone. 0 picks free ones. Default: PORT + 1.',
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
      'Key material (at least 32 characters) that encrypts webhook secrets at rest and signs studio tokens. If unset, a key is created at the first start and kept in DATA_DIR/instance-secret (mode 0600). Use the same one for every instance on one database. To rotate it, set the new one followed by the old one, separated by a comma: the first is used, and data encrypted with the others is re-encrypted. Once all instances have the new one first and log that this is done, remove the old one. So a secret may contain spaces but no comma.',
    danger:
      'The database keeps a fingerprint of it: an instance with another one refuses to start. A change invalidates studio tokens.',
  }),
  instanceSecretReplace: flag('INSTANCE_SECRET_REPLACE', {
    advanced: true,
    fallback: false,
    meaning:
      "Accept an INSTANCE_SECRET that differs from the database's, because the old one is lost. Set it for one start, then remove it.",
    danger:
      'Data encrypted with the lost secret stays unreadable: give webhook endpoints new secrets and headers.',
  }),
  seedDemo: flag('SEED_DEMO', {
    advanced: true,
    fallback: false,
    meaning:
      'Create the demo account, agent, API key and connector token if they do not exist, and write them to demo.json in DATA_DIR. `npm start` enables it; the container image does not.',
    danger: 'On a public address, it leaves a working API key in a file.',
  }),
  privateNetworks,
} as const;
