import { ApiError, conflict, notFound, unavailable } from '../../common/errors/index.js';
import type { CommandRefusal } from './supervision-command.js';

export const NOT_RUNNING = {
  CALL_NOT_RUNNING: 'The call is over or not connected yet.',
};
export const NO_MONITOR = { MONITORS_NOT_FOUND: 'You do not monitor this call. Begin that first.' };
export const ECHO = {
  CALL_NOT_AUDIBLE: 'An echo call has no agent, and its sound never reaches the server.',
};
export const NOT_CONNECTED = {
  MONITOR_NOT_CONNECTED: 'Your sound is not connected yet. Try again in a moment.',
};
export const TAKEN = { CALL_TAKEN_OVER: 'A supervisor has this call now. Wait until it is given back.' };
export const HAS_PERSON = {
  CALL_HAS_PERSON: 'The caller is with a person, or waits for one, and not with the agent.',
};
export const NOT_TAKEN = { CALL_NOT_TAKEN_OVER: 'You have not taken this call over.' };
export const NO_INSTRUCTIONS = {
  AGENT_TAKES_NO_INSTRUCTIONS: 'The agent of this call has no model that takes instructions during a call.',
};
export const TOO_MANY = { TOO_MANY_MONITORS: '4 supervisors monitor this call, which is the limit.' };
export const TOO_FAST = {
  TOO_MANY_WHISPERS: 'The agent got too many instructions. Wait 5 s before the next one.',
};
export const OUT_OF_REACH = 'The instance of this call does not answer now. Try again in a moment.';
const OVERLOADED = 'This instance lacks the capacity for another listener. Try again in a moment.';

type Coded = Readonly<Record<string, string>>;

const refuse = (coded: Coded, refusal: (code: string, message: string) => ApiError): ApiError =>
  refusal(...(Object.entries(coded)[0] ?? ['', '']));
const limited = (code: string, message: string) => new ApiError(429, code, message);

const REFUSALS: Readonly<Record<CommandRefusal, () => ApiError>> = {
  'not-running': () => refuse(NOT_RUNNING, conflict),
  'unknown-monitor': () => refuse(NO_MONITOR, notFound),
  echo: () => refuse(ECHO, conflict),
  'not-connected': () => refuse(NOT_CONNECTED, conflict),
  taken: () => refuse(TAKEN, conflict),
  'has-person': () => refuse(HAS_PERSON, conflict),
  'not-taken': () => refuse(NOT_TAKEN, conflict),
  'no-model': () => refuse(NO_INSTRUCTIONS, conflict),
  'too-many': () => refuse(TOO_MANY, limited),
  'too-fast': () => refuse(TOO_FAST, limited),
  overloaded: () => unavailable(OVERLOADED),
};

export const supervisionRefusal = (why: CommandRefusal): ApiError => REFUSALS[why]();
