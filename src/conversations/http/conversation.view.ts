import type {
  Conversation,
  ConversationComment,
  ConversationEvent,
  Prisma,
  Turn,
} from '../../generated/prisma/client.js';
import type { ConversationWithParts, ListedConversation } from '../conversation-reads.js';
import type { Recording } from '../recordings/recording.js';
import type { CommentView } from './comment.schema.js';
import type {
  AnalysisView,
  ConversationDetailView,
  ConversationView,
  EventView,
  ListedConversationView,
  ToolCallView,
  TurnView,
  UsageView,
} from './conversation.schema.js';
import { toolCallsByTurn } from './tool-calls.view.js';
import { hasLatency, type LatencyColumns, latencyStages } from './latency-stages.js';

export function conversationView(row: Conversation): ConversationView {
  const {
    environment: _environment,
    instanceId: _instanceId,
    epoch: _epoch,
    handedOver: _handedOver,
    media: _media,
    usage: _usage,
    metadata: _metadata,
    analysis,
    analysisRequest: _request,
    ...shown
  } = row;
  return {
    ...shown,
    target: targetOf(row.target),
    startedAt: row.startedAt.toISOString(),
    connectedAt: timeView(row.connectedAt),
    endedAt: timeView(row.endedAt),
    outcome: outcomeOf(row),
    failure: failureOf(row),
    summary: (analysis as AnalysisView | null)?.summary?.text ?? null,
    unrecorded: unrecordedOf(row),
    durationMs: row.endedAt && Math.max(0, row.endedAt.getTime() - row.startedAt.getTime()),
  };
}

/** The first byte is the caller's, and so on in turn. */
export function listedView({ recordings, ...row }: ListedConversation): ListedConversationView {
  const peaks = recordings.flatMap(({ waveform }) => [...(waveform ?? [])]);
  const sideOf = (side: number) => peaks.filter((_, at) => at % 2 === side);
  const waveform = peaks.length === 0 ? null : { caller: sideOf(0), agent: sideOf(1) };
  return { ...conversationView(row), waveform };
}

export const commentView = ({ id, text, createdBy, createdAt }: ConversationComment): CommentView => ({
  id,
  text,
  createdBy,
  createdAt: createdAt.toISOString(),
});

/** The column holds only objects. */
const objectOf = (value: Prisma.JsonValue): Record<string, unknown> => ({ ...(value as object) });

function outcomeOf({ endedAt, connectedAt, crashed }: Conversation): ConversationView['outcome'] {
  if (endedAt === null) return null;
  if (crashed) return 'failed';
  return connectedAt === null ? 'not-connected' : 'completed';
}

const unrecordedOf = ({ unrecorded }: Conversation): ConversationView['unrecorded'] =>
  unrecorded === 'record-size' || unrecorded === null ? unrecorded : 'storage-limit';

/** Only the recorder writes the column, so its shape is known. */
function failureOf({ endedAt, crashed, failure, endReason }: Conversation): ConversationView['failure'] {
  if (endedAt === null || !crashed) return null;
  if (failure !== null) return failure as ConversationView['failure'];
  const code = (endReason ?? 'unexpected').toUpperCase().replaceAll('-', '_');
  return { code, message: messageOfFault(code) };
}

export const messageOfFault = (code: string): string =>
  END_REASONS[code] ?? 'The call ended by a fault of the service.';

/** End reasons that are failures in themselves. */
const END_REASONS: Readonly<Record<string, string>> = {
  MEDIA_FAILED: 'No media came about, or its worker died.',
  INSTANCE_LOST: 'The instance that carried the call was lost.',
  AGENT_FAILED: 'The agent failed.',
};

export function conversationDetailView(
  { turns, events, comments, ...row }: ConversationWithParts,
  recording: Recording | undefined,
): ConversationDetailView {
  const toolCalls = toolCallsByTurn(turns, events);
  return {
    ...conversationView(row),
    metadata: row.metadata === null ? null : objectOf(row.metadata),
    media: row.media,
    usage: usageView(row.usage),
    analysis: analysisView(row),
    audio: recording ? { url: `/v1/conversations/${row.id}/audio`, sizeBytes: recording.sizeBytes } : null,
    comments: comments.map(commentView),
    turns: turns.map((turn) => turnView(turn, row.agentId, toolCalls.get(turn.id) ?? [])),
    events: events.map(eventView),
  };
}

function turnView(turn: Turn, calledAgentId: string, toolCalls: readonly ToolCallView[]): TurnView {
  const { endOfTurnMs, transcriptMs, firstTokenMs, firstAudioMs, heardMs } = turn;
  const latency: LatencyColumns = { endOfTurnMs, transcriptMs, firstTokenMs, firstAudioMs, heardMs };
  const isKnown = hasLatency(latency);
  return {
    id: turn.id,
    speaker: turn.speaker === 'caller' || turn.speaker === 'supervisor' ? turn.speaker : 'agent',
    ...(turn.agentId !== calledAgentId && { agentId: turn.agentId }),
    text: turn.text,
    startedAt: turn.startedAt.toISOString(),
    endedAt: timeView(turn.endedAt),
    interrupted: turn.interrupted,
    latency: isKnown ? latency : null,
    stages: isKnown ? latencyStages(latency) : null,
    toolCalls: [...toolCalls],
  };
}

function eventView({ kind, at, details }: ConversationEvent): EventView {
  return { kind, at: at.toISOString(), details: objectOf(details) };
}

/** Only the recorder writes the column, so its shape is known. */
const usageView = (usage: Conversation['usage']) => (Array.isArray(usage) ? (usage as UsageView[]) : []);

/** Only the analysis writes the column, so its shape is known. */
function analysisView({ analysisRequest, analysis }: Conversation): AnalysisView | null {
  if (analysisRequest === null) return null;
  return analysis === null ? { state: 'pending' } : (analysis as AnalysisView);
}

const timeView = (time: Date | null) => time && time.toISOString();

function targetOf(target: string): ConversationView['target'] {
  return target === 'sandbox' || target === 'pre-release' || target === 'live' ? target : 'draft';
}
