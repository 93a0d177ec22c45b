import { AppConfig, ConfigError } from '../../common/config/index.js';

const LAST_PORT_OF_ALL = 65_535;
/** For one process with a machine to itself. */
const MOST_STARTER_WORKERS = 2;
const FEWEST_CONNECTIONS = 4;
/** One port for SIP and one for SIP over TLS, often adjacent. */
const SIP_PORTS_EACH = 2;

type Environment = Readonly<Record<string, string | undefined>>;

/** The start parameters of an instance's processes. */
export interface ProcessPlan {
  readonly host: string;
  /** The shared port; 0 picks a free one. */
  readonly port: number;
  readonly count: number;
}

/**
 * The number of processes from the settings, and their shared address.
 * @throws ConfigError for an invalid setting
 */
export function processPlan(environment: Environment, cores: number): ProcessPlan {
  const { http, instance, media } = AppConfig.fromEnvironment(environment);
  const ports = media.port === 0 ? Infinity : (media.lastPort ?? LAST_PORT_OF_ALL) - media.port + 1;
  const most = Math.max(1, Math.min(cores, ports, media.workers || Infinity));
  const count = instance.processes === 'auto' ? most : instance.processes;
  return { host: http.host, port: http.port, count };
}

/**
 * The settings of one process, changed so that processes do not conflict.
 * @param index Counted from 0.
 * @param sharedPort The port where all of them are reached.
 * @throws ConfigError if there are too few resources for all
 */
export function processSettings(
  environment: Environment,
  { count }: ProcessPlan,
  index: number,
  sharedPort: number,
  cores: number,
): Record<string, string> {
  const config = AppConfig.fromEnvironment(environment);
  return {
    PORT: String(sharedPort),
    INSTANCE_PROCESSES: String(count),
    INSTANCE_PROCESS_PORT: String(ownPort(config, index, sharedPort)),
    INSTANCE_PEER_PORT: String(config.instance.peerPort && config.instance.peerPort + index),
    ...mediaOf(config, count, index, cores),
    ...phonesOf(config, count, index),
    STARTER_WORKERS: String(config.starter.workers || starterWorkers(count, cores)),
    DATABASE_POOL_SIZE: String(Math.max(FEWEST_CONNECTIONS, Math.floor(config.database.poolSize / count))),
    // Runs in one process only.
    ...(index > 0 && { SEED_DEMO: 'false' }),
  };
}

function ownPort({ http, instance }: AppConfig, index: number, sharedPort: number): number {
  const first = instance.processPort ?? (http.port === 0 ? 0 : sharedPort + 1);
  return first === 0 ? 0 : first + index;
}

/** Media workers with their ports, in contiguous ranges. */
function mediaOf({ media }: AppConfig, count: number, index: number, cores: number): Record<string, string> {
  const last = media.lastPort ?? LAST_PORT_OF_ALL;
  const ports = media.port === 0 ? Infinity : Math.max(0, last - media.port + 1);
  const workers = media.workers || Math.max(count, Math.min(cores, ports));
  if (workers < count) {
    throw new ConfigError([
      `MEDIA_WORKERS is ${media.workers}, and each of the ${count} INSTANCE_PROCESSES needs one: set it to ${count} or more, or to 0`,
    ]);
  }
  if (workers > ports) {
    throw new ConfigError([
      `INSTANCE_PROCESSES is ${count} and MEDIA_WORKERS ${media.workers}, which takes ${workers} ports: from MEDIA_PORT (${media.port}) to ${last} there are ${ports}; ` +
        `open and publish those up to ${media.port + workers - 1} and set MEDIA_LAST_PORT to it, or lower them`,
    ]);
  }
  const before = Math.floor((workers * index) / count);
  const own = Math.floor((workers * (index + 1)) / count) - before;
  return {
    MEDIA_WORKERS: String(own),
    ...(media.port > 0 && { MEDIA_PORT: String(media.port + before), MEDIA_LAST_PORT: '' }),
  };
}

/** Port pairs for phone audio, and SIP ports: all processes place calls, and the first one receives them. */
function phonesOf({ media, telephony }: AppConfig, count: number, index: number): Record<string, string> {
  const pairs = Math.floor((media.phoneLastPort - media.phoneFirstPort + 1) / 2);
  const first = media.phoneFirstPort + 2 * Math.floor((pairs * index) / count);
  const last = media.phoneFirstPort + 2 * Math.floor((pairs * (index + 1)) / count) - 1;
  if (telephony.enabled && last <= first) {
    throw new ConfigError([
      `MEDIA_PHONE_FIRST_PORT to MEDIA_PHONE_LAST_PORT are too few ports for ${count} INSTANCE_PROCESSES: each needs two at least`,
    ]);
  }
  const moved = (port: number) => String(port === 0 ? 0 : port + SIP_PORTS_EACH * index);
  return {
    MEDIA_PHONE_FIRST_PORT: String(first),
    MEDIA_PHONE_LAST_PORT: String(last),
    SIP_PORT: moved(telephony.port ?? telephony.usualPort),
    SIP_TLS_PORT: moved(telephony.tlsPort),
  };
}

const starterWorkers = (count: number, cores: number): number =>
  Math.max(1, Math.min(MOST_STARTER_WORKERS, Math.floor(cores / count)));
