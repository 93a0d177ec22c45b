const CONVERSATION_ID = /^conv_[0-9A-Za-z]{22}$/;
const REPLAY_ID = /^rpl_[0-9A-Za-z]{22}$/;
/** The recording by the first process, by those that took the call over, and of replays. */
const FILE = /^(conv_[0-9A-Za-z]{22})(?:\.(?:([1-9]\d{0,8})|(rpl_[0-9A-Za-z]{22})))?\.ogg$/;

/** Parsed name of a recording's file. */
export interface RecordingName {
  readonly conversationId: string;
  /** Number of the recording process among those that carried the call, from 1. */
  readonly part: number;
  /** Set for the audio of a replay. */
  readonly replayId: string | undefined;
}

/** Undefined for any other name. */
export function parseRecordingName(name: string): RecordingName | undefined {
  const [, conversationId, part = '1', replayId] = FILE.exec(name) ?? [];
  return conversationId === undefined ? undefined : { conversationId, part: Number(part), replayId };
}

/** @throws Error if this is not a conversation id. */
export function recordingName(conversationId: string, part: number): string {
  if (!isConversationId(conversationId)) throw new Error('A recording needs the id of a conversation.');
  return part === 1 ? `${conversationId}.ogg` : `${conversationId}.${part}.ogg`;
}

/** @throws Error if these are not a conversation id and a replay id. */
export function replayName(conversationId: string, replayId: string): string {
  if (!isConversationId(conversationId) || !REPLAY_ID.test(replayId))
    throw new Error('The sound of a replay needs its id and that of its conversation.');
  return `${conversationId}.${replayId}.ogg`;
}

export const isConversationId = (text: string): boolean => CONVERSATION_ID.test(text);

/** Recordings are sharded by the end of the id, to keep folders small. */
export const shardOf = (conversationId: string): string => conversationId.slice(-2);
