import { ConfigError } from '../../common/config/index.js';

const LAST_PORT_OF_ALL = 65_535;

export interface PortSettings {
  /** The first worker's port; 0 picks free ones. */
  readonly port: number;
  /** The last permitted port; undefined for no limit. */
  readonly lastPort: number | undefined;
  /** How many workers; 0 for one per core, as far as there are ports. */
  readonly workers: number;
}

/**
 * How many workers the ports allow. A worker without a reachable port would answer calls that stay silent, so an
 * explicit number that does not fit is refused instead of lowered.
 * @throws ConfigError when there are fewer ports than workers
 */
export function workersFor({ port, lastPort, workers }: PortSettings, cores: number): number {
  if (port === 0) return workers === 0 ? cores : workers;
  const last = lastPort ?? LAST_PORT_OF_ALL;
  const ports = last - port + 1;
  if (ports < 1) throw new ConfigError([`MEDIA_LAST_PORT (${last}) must not be below MEDIA_PORT (${port})`]);
  if (workers <= ports) return workers === 0 ? Math.min(cores, ports) : workers;
  const needed = port + workers - 1;
  const remedy =
    needed > LAST_PORT_OF_ALL
      ? 'lower MEDIA_WORKERS or MEDIA_PORT'
      : `open and publish those up to ${needed} and set MEDIA_LAST_PORT to it, or lower MEDIA_WORKERS`;
  throw new ConfigError([
    `MEDIA_WORKERS is ${workers}, and each takes a port: from MEDIA_PORT (${port}) to ${last} there are ${ports}; ${remedy}`,
  ]);
}
