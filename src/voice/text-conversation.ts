/**
 * A conversation without audio, for test sets and text chats: the same agent that takes calls, with text instead of
 * speech. Answers and tools use the same code; recognition, synthesis and turn-taking are left out.
 */

export interface TextToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The tool's result; absent in a dry run, where the test provides it. */
  readonly output?: string;
}

/** Everything that the agent does until the caller's next turn. */
export interface TextReply {
  /** Its words, in order; empty if it said nothing. */
  readonly replies: readonly string[];
  readonly toolCalls: readonly TextToolCall[];
  /** The agent has ended the conversation. */
  readonly ended: boolean;
}

/** Serialized history from `TextConversation.history`; plain JSON. */
export type TextHistory = readonly unknown[];

export interface TextConversation {
  /** The agent's reply before the caller says anything: the greeting, if there is one. */
  readonly opening: TextReply;
  /**
   * Sends a caller turn and waits for the complete answer. One at a time; not after the end.
   * @param sentence Called with each sentence of the answer as soon as it is written.
   * @throws AgentFault if the agent cannot continue
   */
  say(text: string, sentence?: (text: string) => void): Promise<TextReply>;
  /** The history, for continuing later. */
  history(): TextHistory;
  /** Releases everything; idempotent. */
  close(): Promise<void>;
}
