import { Writable } from 'node:stream';
import { type Level, pino } from 'pino';
import { quietAssembly } from './framework-records.js';

interface LogRecord {
  readonly level: number;
  readonly context?: string;
  readonly msg: string;
}

function recordsAt(level: Level): LogRecord[] {
  const records: LogRecord[] = [];
  const output = new Writable({
    write(line, _encoding, done) {
      records.push(JSON.parse(String(line)) as LogRecord);
      done();
    },
  });
  const logger = pino({ level, base: null, timestamp: false, hooks: { logMethod: quietAssembly } }, output);
  logger.info({ context: 'RouterExplorer' }, 'Mapped {/health, GET} route');
  logger.warn({ context: 'RouterExplorer' }, 'Duplicate route');
  logger.info({ context: 'CallsService', calls: 2 }, 'call %s', 'began');
  logger.info('a message alone');
  return records;
}

describe('framework log records', () => {
  const others = [
    { level: 40, context: 'RouterExplorer', msg: 'Duplicate route' },
    { level: 30, context: 'CallsService', calls: 2, msg: 'call began' },
    { level: 30, msg: 'a message alone' },
  ];

  it('omit application assembly at info', () => {
    expect(recordsAt('info')).toEqual(others);
  });

  it('include application assembly at debug', () => {
    const assembly = { level: 20, context: 'RouterExplorer', msg: 'Mapped {/health, GET} route' };
    expect(recordsAt('debug')).toEqual([assembly, ...others]);
  });
});
