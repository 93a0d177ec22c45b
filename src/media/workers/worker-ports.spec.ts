import { ConfigError } from '../../common/config/index.js';
import { workersFor } from './worker-ports.js';

const settings = { port: 20_000, lastPort: 20_003, workers: 0 };

describe('media worker count', () => {
  it('is the number of cores, limited by published ports', () => {
    expect(workersFor(settings, 2)).toBe(2);
    expect(workersFor(settings, 16)).toBe(4);
    expect(workersFor({ ...settings, lastPort: undefined }, 16)).toBe(16);
  });

  it('is the configured number when each has a port', () => {
    expect(workersFor({ ...settings, workers: 4 }, 2)).toBe(4);
    expect(workersFor({ port: 0, lastPort: 20_003, workers: 8 }, 2)).toBe(8);
  });

  it('is rejected beyond the published ports, with a number that fits', () => {
    const start = () => workersFor({ ...settings, workers: 5 }, 2);
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/MEDIA_WORKERS is 5.*there are 4; open and publish those up to 20004/);
  });

  it('is rejected when the port range ends early or is reversed', () => {
    expect(() => workersFor({ port: 65_535, lastPort: undefined, workers: 2 }, 2)).toThrow(
      /lower MEDIA_WORKERS or MEDIA_PORT/,
    );
    expect(() => workersFor({ ...settings, lastPort: 19_999 }, 2)).toThrow(
      /MEDIA_LAST_PORT \(19999\) must not be below MEDIA_PORT \(20000\)/,
    );
  });
});
