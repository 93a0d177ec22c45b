import { styleText } from 'node:util';
import { type DestinationStream, type Level, pino } from 'pino';

const STANDARD_OUTPUT = 1;

const COLORS: Record<Level, 'gray' | 'blue' | 'green' | 'yellow' | 'red'> = {
  ...{ trace: 'gray', debug: 'blue', info: 'green', warn: 'yellow', error: 'red', fatal: 'red' },
};

/**
 * Standard output. A closed terminal or reader must not end the service, so what can't be written is dropped.
 * @param forPeople One readable line per record instead of one JSON object.
 */
export function createLogStream(forPeople: boolean): DestinationStream {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: true });
  output.on('error', () => undefined);
  return forPeople ? { write: (record) => output.write(readable(record)) } : output;
}

/** A record of pino on one line, and the stack of its error below. */
export function readable(record: string): string {
  const { level, time, region: _same, msg = '', err, ...fields } = JSON.parse(record) as PinoRecord;
  const name = pino.levels.labels[level] as Level;
  const at = new Date(time).toTimeString().slice(0, 'HH:MM:SS'.length);
  const rest = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
  const stack = err === undefined ? '' : `\n    ${err.stack ?? JSON.stringify(err)}`;
  return `[${at}] ${styleText(COLORS[name], name.toUpperCase())}: ${msg}${rest}${stack}\n`;
}

interface PinoRecord {
  readonly level: number;
  readonly time: number;
  readonly region?: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
}
