import type {
  ConversationFailure,
  NewConversation,
  RecordedEvent,
  RecordedTurn,
  ResumedConversation,
} from './conversation-record.js';
import type { Redaction } from './redaction/redact.js';
import { redactDetails } from './redaction/redact-details.js';
import type { Columns } from './unsaved-changes.js';

/** Largest value of PostgreSQL's `integer`. */
const MAX_INTEGER = 2_147_483_647;

/** The row of a new call. Without `storeText` it has no phone numbers either. */
export function conversationColumns(
  details: NewConversation,
  instanceId: string,
  storeText: boolean,
): Columns {
  return {
    account_id: details.accountId,
    agent_id: details.agentId,
    session_id: details.sessionId,
    target: details.target,
    environment: details.target === 'draft' ? null : details.target,
    deployment_id: details.deploymentId ?? null,
    artifact_version: details.artifactVersion ?? null,
    version: details.version ?? null,
    rollout_id: details.rollout?.id ?? null,
    rollout_share: details.rollout?.share ?? null,
    experiment_id: details.experiment?.id ?? null,
    experiment_arm: details.experiment?.arm ?? null,
    connector_id: details.connectorId ?? null,
    variant_id: details.variantId ?? null,
    mode: details.mode,
    adapter: details.adapter,
    call_sid: optionalText(details.callSid),
    caller: storeText ? optionalText(details.caller) : null,
    callee: storeText ? optionalText(details.callee) : null,
    metadata: storeText && details.metadata ? redactDetails(details.metadata, new Set(details.redact)) : null,
    instance_id: instanceId,
    started_at: details.startedAt.toISOString(),
    crashed: false,
    api_errors: 0,
    function_errors: 0,
    analysis_request: details.analysis ?? null,
  };
}

/** Columns that a process taking over a call adds to its row. */
export const resumedColumns = ({
  apiErrors,
  functionErrors,
  usage,
  connectedAt,
}: ResumedConversation): Columns => ({
  api_errors: apiErrors,
  function_errors: functionErrors,
  ...(usage.length > 0 && { usage }),
  ...(connectedAt && { connected_at: connectedAt.toISOString() }),
});

/** The columns that the turn sets; the others keep theirs. `text` is the redacted text. */
export function turnColumns(turn: RecordedTurn, text: string | undefined): Columns {
  const latency = turn.latency ?? {};
  const columns = {
    agent_id: turn.agentId,
    text,
    ended_at: turn.endedAt?.toISOString(),
    interrupted: turn.interrupted,
    end_of_turn_ms: optionalMs(latency.endOfTurnMs),
    transcript_ms: optionalMs(latency.transcriptMs),
    first_token_ms: optionalMs(latency.firstTokenMs),
    first_audio_ms: optionalMs(latency.firstAudioMs),
    heard_ms: optionalMs(latency.heardMs),
  };
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** @param turnRowId Row id of the event's turn. */
export function eventColumns(
  event: RecordedEvent,
  storeText: boolean,
  turnRowId?: string,
  kinds: ReadonlySet<Redaction> = new Set(),
): Columns {
  const details = eventDetails(event, storeText, turnRowId);
  return {
    kind: event.kind,
    at: event.at.toISOString(),
    details: kinds.size > 0 ? redactDetails(details, kinds) : details,
  };
}

function eventDetails(event: RecordedEvent, storeText: boolean, turnRowId: string | undefined): object {
  switch (event.kind) {
    case 'tool-call':
      return toolCallDetails(event, storeText, turnRowId);
    case 'knowledge':
      return knowledgeDetails(event, storeText);
    case 'claim':
      return claimDetails(event, storeText, turnRowId);
    case 'transfer':
      return {
        done: event.done,
        ...(storeText && { target: storableText(event.target) }),
        ...(storeText && event.briefing !== undefined && { briefing: storableText(event.briefing) }),
      };
    case 'form':
      return {
        name: event.name,
        outcome: event.outcome,
        ...(storeText && { values: plainValues(event.values) }),
      };
    case 'dtmf':
      return {
        done: event.done,
        ...(storeText ? { digits: storableText(event.digits) } : { count: event.digits.length }),
      };
    case 'overlap':
      return overlapDetails(event);
    case 'supervision':
      return supervisionDetails(event, storeText);
    case 'answer-discarded':
      return {};
    case 'carry-on': {
      const { from, outcome, status, afterMs } = event;
      return { from, outcome, ...(status !== undefined && { status }), afterMs: wholeMs(afterMs) };
    }
    case 'fault':
      return faultDetails(event, storeText);
  }
}

const supervisionDetails = (
  { step, by, text }: Extract<RecordedEvent, { kind: 'supervision' }>,
  storeText: boolean,
) => ({ step, by, ...(storeText && text !== undefined && { text: storableText(text) }) });

const overlapDetails = ({
  verdict,
  reason,
  afterMs,
  wordCount,
  meaning,
  evidence = {},
}: Extract<RecordedEvent, { kind: 'overlap' }>) => ({
  ...{ verdict, reason, afterMs: wholeMs(afterMs), wordCount },
  ...(meaning !== undefined && { meaning }),
  ...rounded(evidence),
});

const knowledgeDetails = (event: Extract<RecordedEvent, { kind: 'knowledge' }>, storeText: boolean) => ({
  outcome: event.outcome,
  ...(event.withoutMeaning !== undefined && { withoutMeaning: event.withoutMeaning }),
  durationMs: wholeMs(event.durationMs),
  retrievedTopics: event.topics.map(({ id, name, title }) =>
    storeText ? { id, name: storableText(name), title: storableText(title) } : { id },
  ),
});

function claimDetails(
  event: Extract<RecordedEvent, { kind: 'claim' }>,
  storeText: boolean,
  turnRowId: string | undefined,
): object {
  const { sentence, values, turnId: _ofCall, kind: _kind, at: _at, ...facts } = event;
  return {
    ...facts,
    ...(turnRowId !== undefined && { turnId: turnRowId }),
    ...(storeText && { sentence: storableText(sentence) }),
    ...(storeText && values && { values: values.map(storableText) }),
  };
}

/** A provider's message about a fault may quote the conversation. */
const faultDetails = (
  { source, code, detail }: Extract<RecordedEvent, { kind: 'fault' }>,
  storeText: boolean,
) => ({
  source,
  code: storableText(code),
  ...(storeText && detail !== undefined && { detail: storableText(detail) }),
});

export const failureColumn = (
  { code, message, detail }: ConversationFailure,
  storeText: boolean,
): object => ({
  code: storableText(code),
  message: storableText(storeText && detail !== undefined ? `${message} ${detail}` : message),
});

const rounded = (amounts: object) =>
  Object.fromEntries(
    Object.entries(amounts).map(([name, amount]: [string, number]) => [name, Math.round(amount * 100) / 100]),
  ) as Record<string, number>;

function toolCallDetails(
  event: Extract<RecordedEvent, { kind: 'tool-call' }>,
  storeText: boolean,
  turnRowId: string | undefined,
): object {
  const { callId, name, undoes, outcome, code, status, attempts, durationMs } = event;
  return {
    id: callId,
    ...(turnRowId !== undefined && { turnId: turnRowId }),
    name: storableText(name),
    ...(undoes !== undefined && { undoes }),
    outcome,
    ...(code !== undefined && { code }),
    // Tool arguments and results are derived from the conversation.
    ...(storeText && { arguments: storableText(event.arguments), answer: storableText(event.answer) }),
    ...(status !== undefined && { status }),
    attempts,
    durationMs: wholeMs(durationMs),
  };
}

/** Form values are what callers have said. */
const plainValues = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? storableText(value) : value,
    ]),
  );

/** PostgreSQL stores no NUL and JSONB no lone surrogate; speech engines have been seen to produce both. */
export function storableText(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8').replaceAll('\0', '');
}

const optionalText = (text: string | undefined) => (text === undefined ? null : storableText(text));

const optionalMs = (value: number | undefined) => (value === undefined ? undefined : wholeMs(value));

const wholeMs = (value: number) => Math.min(MAX_INTEGER, Math.max(0, Math.round(value)));
