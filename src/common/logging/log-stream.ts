import { type DestinationStream, pino } from 'pino';
import pretty from 'pino-pretty';

const STANDARD_OUTPUT = 1;

/**
 * Where log records go: standard output. A terminal that was closed, or a reader that went away, must not end the
 * service, so that what can't be written is dropped.
 * @param forPeople One line a record to read, instead of one JSON object.
 */
export function createLogStream(forPeople: boolean): DestinationStream {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: true });
  output.on('error', () => undefined);
  if (!forPeople) return output;
  return pretty({
    destination: output,
    colorize: true,
    ignore: 'pid,hostname,region',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
}
