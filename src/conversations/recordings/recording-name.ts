const CONVERSATION_ID = /^conv_[0-9A-Za-z]{22}$/;
const REPLAY_ID = /^rpl_[0-9A-Za-z]{22}$/;
/** Of what the first process recorded of a call, of what those did that went on with it, and of replays of it. */
const FILE = /^(conv_[0-9A-Za-z]{22})(?:\.(?:([1-9]\d{0,8})|(rpl_[0-9A-Za-z]{22})))?\.ogg$/;

/** What the name of a recording's file says. */
export interface RecordingName {
  readonly conversationId: string;
  /** Which of the processes that carried the call made it, from 1. */
  readonly part: number;
  /** Of the sound of a replay. */
  readonly replayId: string | undefined;
}

/** Undefined for the name of anything else. */
export function parseRecordingName(name: string): RecordingName | undefined {
  const [, conversationId, part = '1', replayId] = FILE.exec(name) ?? [];
  return conversationId === undefined ? undefined : { conversationId, part: Number(part), replayId };
}

/** @throws Error for what is no id of a conversation. */
export function recordingName(conversationId: string, part: number): string {
  if (!isConversationId(conversationId)) throw new Error('A recording needs the id of a conversation.');
  return part === 1 ? `${conversationId}.ogg` : `${conversationId}.${part}.ogg`;
}

/** @throws Error for what are no ids of a conversation and a replay. */
export function replayName(conversationId: string, replayId: string): string {
  if (!isConversationId(conversationId) || !REPLAY_ID.test(replayId))
    throw new Error('The sound of a replay needs its id and that of its conversation.');
  return `${conversationId}.${replayId}.ogg`;
}

export const isConversationId = (text: string): boolean => CONVERSATION_ID.test(text);

/** Recordings are in folders by the end of the id, so that none gets too large. */
export const shardOf = (conversationId: string): string => conversationId.slice(-2);
