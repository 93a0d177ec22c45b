import type { CallEvents } from './call-events.js';
import type { CallFeature } from './wire.js';

/** All features of this version. */
const FEATURES: readonly CallFeature[] = ['transcript', 'state', 'latency', 'tool', 'move'];

/** @param acts Whether the page carries out agents' actions: models are told so. */
export const featuresOf = (acts: boolean): readonly CallFeature[] =>
  acts ? [...FEATURES, 'transfer', 'dtmf'] : FEATURES;

type Tell = <Name extends keyof CallEvents>(name: Name, payload: CallEvents[Name]) => void;
type Data = Readonly<Record<string, unknown>>;

const AGENT_STATES = ['listening', 'thinking', 'speaking'] as const;

/** Dispatches the server's conversation events to listeners, each once. */
export class ConversationEvents {
  private lastNumber = 0;

  constructor(private readonly tell: Tell) {}

  /**
   * After a reconnection the server repeats some events, with the same numbers.
   * @returns whether the call should move to another server.
   */
  take(number: number, data: Data): boolean {
    if (number <= this.lastNumber) return false;
    this.lastNumber = number;
    this.tell('event', data);
    const { kind, turnId, text, speaker, action, state } = data;
    if (kind === 'transcript' && typeof text === 'string' && typeof turnId === 'string') {
      this.tell('transcript', {
        speaker: speaker === 'agent' ? 'agent' : 'caller',
        turnId,
        text,
        final: data.final === true,
        interrupted: data.interrupted === true,
      });
    } else if (kind === 'state') {
      const known = AGENT_STATES.find((one) => one === state);
      if (known) this.tell('agent', known);
    } else if (kind === 'latency' && typeof turnId === 'string') {
      this.tell('latency', latencyOf(turnId, data));
    } else if (kind === 'tool' && typeof data.callId === 'string') {
      this.tell('tool', toolOf(data.callId, data));
    } else if (kind === 'action' && typeof action === 'string') {
      this.tell('action', actionOf(action, data));
    }
    return kind === 'move';
  }
}

function actionOf(action: string, { done, destination, digits }: Data): CallEvents['action'] {
  return {
    action,
    done: done === true,
    ...(isDestination(destination) && { destination }),
    ...(typeof digits === 'string' && { digits }),
  };
}

/** Whether all its fields are texts. */
function isDestination(value: unknown): value is NonNullable<CallEvents['action']['destination']> {
  if (typeof value !== 'object' || value === null || !('name' in value)) return false;
  return Object.values(value).every((text) => typeof text === 'string');
}

function toolOf(callId: string, data: Data): CallEvents['tool'] {
  return {
    callId,
    name: typeof data.name === 'string' ? data.name : '',
    outcome: typeof data.outcome === 'string' ? data.outcome : '',
    code: typeof data.code === 'string' ? data.code : undefined,
    durationMs: typeof data.durationMs === 'number' ? data.durationMs : undefined,
  };
}

function latencyOf(turnId: string, data: Data): CallEvents['latency'] {
  const ms = (name: string) => (typeof data[name] === 'number' ? data[name] : undefined);
  return {
    turnId,
    endOfTurnMs: ms('endOfTurnMs'),
    transcriptMs: ms('transcriptMs'),
    firstTokenMs: ms('firstTokenMs'),
    firstAudioMs: ms('firstAudioMs'),
    heardMs: ms('heardMs'),
  };
}
