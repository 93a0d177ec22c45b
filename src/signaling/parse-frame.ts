import type { ClientFrame, OfferFrame } from './protocol.js';

/** A message that is no frame. The session id is given back where one could be read, so that the client can place the error. */
export interface BadFrame {
  readonly type: 'bad-frame';
  readonly sessionId: string;
  readonly message: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Longer ids, numbers and names than these are no ids, numbers or names; they are stored and logged. */
const MAX_FIELD_LENGTH = 1_024;

/** Thrown inside this file only: the first thing that is wrong with a frame. */
class FrameProblem extends Error {}

/** Reads one WebSocket message. Fields that the protocol doesn't know are ignored, so that clients may be newer than the server. */
export function parseFrame(message: Buffer, isBinary: boolean): ClientFrame | BadFrame {
  if (isBinary) return bad('', 'Frames are JSON text, not binary.');
  let fields: unknown;
  try {
    fields = JSON.parse(message.toString('utf8'));
  } catch {
    return bad('', 'The frame is not valid JSON.');
  }
  if (!isFields(fields)) return bad('', 'The frame is not a JSON object.');
  try {
    return readFrame(fields);
  } catch (error) {
    if (!(error instanceof FrameProblem)) throw error;
    const { sessionId } = fields;
    return bad(
      typeof sessionId === 'string' && sessionId.length <= MAX_FIELD_LENGTH ? sessionId : '',
      error.message,
    );
  }
}

function readFrame(fields: Fields): ClientFrame {
  switch (fields['type']) {
    case 'offer':
      return readOffer(fields);
    case 'ice-candidate':
      return { type: 'ice-candidate', sessionId: readSessionId(fields), candidate: readCandidate(fields) };
    case 'close':
      return { type: 'close', sessionId: readSessionId(fields) };
    case 'ping':
      return { type: 'ping' };
    case 'answer':
    case 'error':
      throw new FrameProblem(`A client does not send frames of type "${fields['type']}".`);
    default:
      throw new FrameProblem('The frame has no type or an unknown one: use offer, ice-candidate or close.');
  }
}

function readOffer(fields: Fields): OfferFrame {
  const data = readData(fields);
  if (data['type'] !== 'offer') throw new FrameProblem('data.type of an offer must be "offer".');
  if (typeof data['sdp'] !== 'string') throw new FrameProblem('data.sdp of an offer must be a string.');
  const token = fields['authToken'];
  return {
    type: 'offer',
    // Clients in the field send null for a new session.
    sessionId: optionalText(fields, 'sessionId') ?? '',
    sdp: data['sdp'],
    // Whatever isn't a text can't be a token, which is for the token check to say.
    authToken: typeof token === 'string' && token !== '' ? token : undefined,
    mode: optionalText(fields, 'mode'),
    callSid: optionalText(fields, 'callSid'),
    caller: optionalText(fields, 'caller'),
    callee: optionalText(fields, 'callee'),
    accountId: optionalText(fields, 'accountId'),
    projectId: optionalText(fields, 'projectId'),
    variantId: optionalText(fields, 'variantId'),
    agentVersionOverride: readOverride(fields),
  };
}

function readOverride(fields: Fields): OfferFrame['agentVersionOverride'] {
  const override = fields['agentVersionOverride'];
  if (override === undefined || override === null) return undefined;
  if (!isFields(override)) throw new FrameProblem('agentVersionOverride must be an object.');
  return {
    artifactVersion: optionalText(override, 'artifactVersion'),
    lambdaDeploymentVersion: optionalText(override, 'lambdaDeploymentVersion'),
  };
}

/** `sdpMid` and `sdpMLineIndex` may be null or absent in the field; with one transport for all sections they say nothing. */
function readCandidate(fields: Fields): string {
  // Browsers say `null` for the end of candidates, and some clients pass that on.
  if (fields['data'] === null) return '';
  const { candidate, sdpMid, sdpMLineIndex } = readData(fields);
  if (typeof candidate !== 'string') throw new FrameProblem('data.candidate must be a string.');
  if (sdpMid != null && typeof sdpMid !== 'string') throw new FrameProblem('data.sdpMid must be a string.');
  if (sdpMLineIndex != null && !(Number.isSafeInteger(sdpMLineIndex) && Number(sdpMLineIndex) >= 0)) {
    throw new FrameProblem('data.sdpMLineIndex must be a whole number, zero or more.');
  }
  return candidate;
}

function readSessionId(fields: Fields): string {
  const sessionId = optionalText(fields, 'sessionId');
  if (sessionId === undefined) throw new FrameProblem('sessionId must be a string.');
  return sessionId;
}

function readData(fields: Fields): Fields {
  if (!isFields(fields['data'])) throw new FrameProblem('data must be an object.');
  return fields['data'];
}

/** An absent field and null mean the same. */
function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new FrameProblem(`${name} must be a string.`);
  if (value.length > MAX_FIELD_LENGTH) {
    throw new FrameProblem(`${name} is longer than ${MAX_FIELD_LENGTH} characters.`);
  }
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(sessionId: string, message: string): BadFrame {
  return { type: 'bad-frame', sessionId, message };
}
