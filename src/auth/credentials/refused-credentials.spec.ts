import { Writable } from 'node:stream';
import { PinoLogger } from 'nestjs-pino';
import { pino } from 'pino';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { Metrics } from '../../common/metrics/index.js';
import { type Refusal, RefusedCredentials } from './refused-credentials.js';

class SetClock extends Clock {
  steadyMs = 0;
  now = () => new Date(this.steadyMs);
  monotonicMs = () => this.steadyMs;
}

const WINDOW_MS = 60_000;
const records: Record<string, unknown>[] = [];
const output = new Writable({
  write(line, _encoding, done) {
    records.push(JSON.parse(String(line)) as Record<string, unknown>);
    done();
  },
});
const clock = new SetClock();
const metrics = new Metrics(AppConfig.fromEnvironment({}));
const kept = pino({ base: null, timestamp: false }, output);
/** Pino's root logger is the first one of the process, which may be another suite's. */
class KeptLogger extends PinoLogger {
  override get logger() {
    return kept;
  }
}
const logger = new KeptLogger({ pinoHttp: {} });
const refused = new RefusedCredentials(clock, logger, metrics);

const GUESS: Refusal = { kind: 'connector-token', reason: 'invalid', address: '192.0.2.1' };
const times = (count: number, refusal: Refusal) => {
  for (let i = 0; i < count; i++) refused.note(refusal);
};

it('counts every refused credential and logs once a minute per kind and address, with the number omitted', async () => {
  times(500, GUESS);
  times(1, { ...GUESS, address: '192.0.2.2' });
  times(1, { ...GUESS, kind: 'api-key', reason: 'malformed' });
  const about = records.map(({ kind, address, notLogged }) => [kind, address, notLogged]);
  expect(about).toEqual([
    ['connector-token', '192.0.2.1', 0],
    ['connector-token', '192.0.2.2', 0],
    ['api-key', '192.0.2.1', 0],
  ]);
  clock.steadyMs += WINDOW_MS - 1;
  times(1, GUESS);
  expect(records).toHaveLength(3);
  clock.steadyMs += 1;
  times(1, { ...GUESS, reason: 'throttled' });
  expect(records[3]).toEqual({
    level: 40,
    context: 'RefusedCredentials',
    kind: 'connector-token',
    reason: 'throttled',
    address: '192.0.2.1',
    notLogged: 500,
    msg: 'a key, token or sign-in was refused',
  });
  const counted = await metrics.registry.getSingleMetricAsString('earshot_credentials_refused_total');
  expect(counted).toMatch(/kind="connector-token",reason="invalid"[^}]*\} 502\b/);
});
