import { ConfigError } from '../../common/config/index.js';
import { RtpPorts } from './rtp-ports.js';

const ports = (firstPort: number, lastPort: number) => () =>
  new RtpPorts({ listenIp: '127.0.0.1', firstPort, lastPort });

it('rejects a reversed range, or one without an even port and its successor', () => {
  for (const range of [ports(12_000, 10_000), ports(10_000, 10_000), ports(10_001, 10_002)]) {
    expect(range).toThrow(ConfigError);
  }
  expect(ports(10_000, 10_001)).not.toThrow();
});
