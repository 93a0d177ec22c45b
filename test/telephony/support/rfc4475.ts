import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The 49 messages of RFC 4475, byte for byte from its appendix. */
const FOLDER = 'test/telephony/rfc4475';

export interface TortureMessage {
  readonly name: string;
  readonly bytes: Buffer;
  /** Its first Call-ID; undefined without one. */
  readonly callId: string | undefined;
}

/** Undefined when no answer is allowed. */
type Answer = number | undefined;

/**
 * Required answers of a server that accepts calls but no registrations, by RFC section. Some are left open by the RFC.
 * 404 is the answer to a valid invitation, since the number is unassigned.
 */
export const ANSWERS: Readonly<Record<string, Answer>> = {
  // 3.1.1, valid messages. The first belongs to an unknown call by its To.
  wsinv: 481,
  intmeth: 501,
  esc01: 404,
  escnull: 405,
  esc02: 501,
  lwsdisp: 200,
  longreq: 404,
  dblreq: 405,
  semiuri: 200,
  transports: 200,
  mpart01: 405,
  unreason: undefined,
  noreason: undefined,
  // 3.1.2, unreadable or contradictory messages. An invalid Date may be ignored.
  badinv01: 400,
  clerr: 400,
  ncl: 400,
  scalar02: 400,
  scalarlg: undefined,
  quotbal: 400,
  ltgtruri: 400,
  lwsruri: 400,
  lwsstart: 400,
  trws: 400,
  escruri: 400,
  baddate: 404,
  regbadct: 400,
  badaspec: 400,
  baddn: 400,
  badvers: 505,
  mismatch01: 400,
  mismatch02: 400,
  bigcode: undefined,
  // 3.2, transactions.
  badbranch: 200,
  // 3.3, readable but invalid. The first has no sender to answer.
  insuf: undefined,
  unkscm: 416,
  novelsc: 416,
  unksm2: 400,
  bext01: 420,
  invut: 415,
  regaut01: 405,
  multi01: 400,
  mcl01: 400,
  bcast: undefined,
  zeromf: 200,
  cparam01: 405,
  cparam02: 405,
  regescrt: 405,
  sdp01: 404,
  // 3.4, an RFC 2543 message. Without a Contact, later requests have no target.
  inv2543: 400,
};

export const TORTURE_MESSAGES: readonly TortureMessage[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.dat'))
  .map((file) => {
    const bytes = readFileSync(path.join(FOLDER, file));
    const callId = /^(?:call-id|i)[ \t]*:[ \t]*(.*?)[ \t]*$/im.exec(bytes.toString('latin1'))?.[1];
    return { name: path.basename(file, '.dat'), bytes, callId };
  });
