import { readEventStream } from './event-stream.js';

/** The server's events of a live call that this page uses. */
export type LiveEvent =
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'transcript'; readonly turn: TranscriptTurn }
  | { readonly kind: 'tool'; readonly tool: ToolRun }
  | { readonly kind: 'latency'; readonly turnId: string; readonly latency: Latency }
  | { readonly kind: 'knowledge'; readonly topics: readonly string[] }
  | {
      readonly kind: 'overlap';
      readonly verdict: string;
      readonly reason: string;
      /** Meaning of the words; empty if unknown. */
      readonly meaning: string;
    }
  | { readonly kind: 'form'; readonly form: FormSoFar }
  | { readonly kind: 'ended'; readonly reason: string };

export interface TranscriptTurn {
  readonly speaker: 'caller' | 'agent';
  readonly turnId: string;
  /** The whole text of the turn so far. */
  readonly text: string;
  readonly final: boolean;
  readonly interrupted: boolean;
}

/** State of the caller's form. */
export interface FormSoFar {
  readonly name: string;
  /** `open` until it ends; `unfinished` if the call ended first. */
  readonly outcome: string;
  /** By field name. */
  readonly values: Fields;
}

export interface ToolRun {
  readonly callId: string;
  readonly name: string;
  /** Id of the earlier call that it undoes, or empty. */
  readonly undoes: string;
  readonly outcome: string;
  readonly code: string;
  readonly arguments: string;
  readonly answer: string;
  readonly durationMs: number | undefined;
}

/** Latency of a reply by stage, in milliseconds from the end of the caller's speech. */
export interface Latency {
  readonly endOfTurnMs?: number;
  readonly transcriptMs?: number;
  readonly firstTokenMs?: number;
  readonly firstAudioMs?: number;
  readonly heardMs?: number;
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4_000;

/**
 * Follows a call until it ends or the signal is aborted. A broken stream is reopened: the server then repeats all
 * events, so listeners must treat a known turn as an update.
 */
export async function followCall(
  sessionId: string,
  callToken: string,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      if (await readOnce(sessionId, callToken, signal, onEvent)) return;
    } catch {
      // A broken stream is reopened below; signaling reports the state of the call itself.
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** @returns whether the call has ended. */
async function readOnce(
  sessionId: string,
  callToken: string,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<boolean> {
  const response = await fetch(`/api/v1/studio/sessions/${encodeURIComponent(sessionId)}/events`, {
    headers: { Authorization: `Bearer ${callToken}`, Accept: 'text/event-stream' },
    cache: 'no-store',
    signal,
  });
  if (!response.ok || !response.body) return false;
  for await (const data of readEventStream(response.body)) {
    const event = parseLiveEvent(data);
    if (!event) continue;
    onEvent(event);
    if (event.kind === 'ended') return true;
  }
  return false;
}

type Fields = Readonly<Record<string, unknown>>;

const textIn = (fields: Fields, name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
const textsIn = (fields: Fields, name: string): readonly string[] => {
  const values: unknown = fields[name];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
};
const numberIn = (fields: Fields, name: string) =>
  typeof fields[name] === 'number' ? fields[name] : undefined;

/** The event, or undefined if this page does not use it (such as levels, which it measures itself). */
export function parseLiveEvent(data: string): LiveEvent | undefined {
  const fields = JSON.parse(data) as Fields;
  const turnId = textIn(fields, 'turnId');
  switch (fields.kind) {
    case 'state':
      return { kind: 'state', state: textIn(fields, 'state') };
    case 'ended':
      return { kind: 'ended', reason: textIn(fields, 'reason') };
    case 'overlap':
      return overlapOf(fields);
    case 'form':
      return { kind: 'form', form: formOf(fields) };
    case 'knowledge':
      return { kind: 'knowledge', topics: textsIn(fields, 'topics') };
    case 'transcript':
      return { kind: 'transcript', turn: turnOf(turnId, fields) };
    case 'tool':
      return { kind: 'tool', tool: toolOf(fields) };
    case 'latency':
      return { kind: 'latency', turnId, latency: latencyOf(fields) };
    default:
      return undefined;
  }
}

const turnOf = (turnId: string, fields: Fields): TranscriptTurn => ({
  speaker: fields.speaker === 'agent' ? 'agent' : 'caller',
  turnId,
  text: textIn(fields, 'text'),
  final: fields.final === true,
  interrupted: fields.interrupted === true,
});

const overlapOf = (fields: Fields): LiveEvent => ({
  kind: 'overlap',
  verdict: textIn(fields, 'verdict'),
  reason: textIn(fields, 'reason'),
  meaning: textIn(fields, 'meaning'),
});

const formOf = (fields: Fields): FormSoFar => ({
  name: textIn(fields, 'name'),
  outcome: textIn(fields, 'outcome'),
  values: (fields.values ?? {}) as Fields,
});

const toolOf = (fields: Fields): ToolRun => ({
  callId: textIn(fields, 'callId'),
  name: textIn(fields, 'name'),
  undoes: textIn(fields, 'undoes'),
  outcome: textIn(fields, 'outcome'),
  code: textIn(fields, 'code'),
  arguments: textIn(fields, 'arguments'),
  answer: textIn(fields, 'answer'),
  durationMs: numberIn(fields, 'durationMs'),
});

const latencyOf = (fields: Fields): Latency => ({
  endOfTurnMs: numberIn(fields, 'endOfTurnMs'),
  transcriptMs: numberIn(fields, 'transcriptMs'),
  firstTokenMs: numberIn(fields, 'firstTokenMs'),
  firstAudioMs: numberIn(fields, 'firstAudioMs'),
  heardMs: numberIn(fields, 'heardMs'),
});
