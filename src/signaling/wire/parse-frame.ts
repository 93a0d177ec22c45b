import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler';
import type { TSchema } from '@sinclair/typebox';
import { isObject } from '../../common/json/json-objects.js';
import type { ClientFrame } from './frames.js';
import { problemOf } from './frame-problem.js';
import { typesSentBy, WIRE_MESSAGES } from './messages.js';
import { MAX_FIELD_LENGTH } from './schema-kit.js';

/** An invalid message. Includes the session id if it could be read, so that the client can match the error. */
export interface BadFrame {
  readonly type: 'bad-frame';
  readonly sessionId: string;
  readonly message: string;
}

const checks = new Map<unknown, TypeCheck<TSchema>>(
  Object.entries(WIRE_MESSAGES)
    .filter(([, { sentBy }]) => sentBy.includes('client'))
    .map(([type, { schema }]) => [type, TypeCompiler.Compile<TSchema>(schema)]),
);

const UNKNOWN_TYPE = `The frame has no type or an unknown one: use ${typesSentBy('client').join(', ')}.`;

export function parseFrame(message: Buffer, isBinary: boolean): ClientFrame | BadFrame {
  if (isBinary) return bad('', 'Frames are JSON text, not binary.');
  let frame: unknown;
  try {
    frame = JSON.parse(message.toString('utf8'));
  } catch {
    return bad('', 'The frame is not valid JSON.');
  }
  if (!isObject(frame)) return bad('', 'The frame is not a JSON object.');
  const check = checks.get(frame['type']);
  if (check?.Check(frame)) return frame as unknown as ClientFrame;
  return bad(frame['sessionId'], check ? problemOf(check.Errors(frame)) : wrongType(frame['type']));
}

const wrongType = (type: unknown): string =>
  typesSentBy('server').some((known) => known === type)
    ? `A client does not send frames of type "${String(type)}".`
    : UNKNOWN_TYPE;

function bad(sessionId: unknown, message: string): BadFrame {
  const isEchoed = typeof sessionId === 'string' && sessionId.length <= MAX_FIELD_LENGTH;
  return { type: 'bad-frame', sessionId: isEchoed ? sessionId : '', message };
}
