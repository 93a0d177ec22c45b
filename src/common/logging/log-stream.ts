import { type DestinationStream, pino } from 'pino';

const STANDARD_OUTPUT = 1;

/**
 * Standard output. A closed terminal or reader must not end the service, so what can't be written is dropped.
 * @param forPeople One readable line per record instead of one JSON object.
 */
export async function createLogStream(forPeople: boolean): Promise<DestinationStream> {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: true });
  output.on('error', () => undefined);
  if (!forPeople) return output;
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    destination: output,
    colorize: true,
    ignore: 'pid,hostname,region',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
}
