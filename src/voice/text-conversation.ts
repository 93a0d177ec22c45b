/**
 * A conversation without audio, as test sets and text chats hold it: the same agent that takes calls, given words
 * instead of sound. What decides on answers and tools is the same code; hearing, speaking and turn-taking are left out.
 */

/** A tool that the agent wanted to be called. */
export interface TextToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the tool answered the model; absent in a rehearsal, where the test has said it. */
  readonly output?: string;
}

/** All that the agent does until it is the caller's turn again. */
export interface TextReply {
  /** What it said, in order; empty when it kept silent. */
  readonly replies: readonly string[];
  readonly toolCalls: readonly TextToolCall[];
  /** The agent has ended the call: nothing more can be said. */
  readonly ended: boolean;
}

/** What was said so far, as `TextConversation.history` gave it; plain JSON. */
export type TextHistory = readonly unknown[];

export interface TextConversation {
  /** What the agent does before the caller says anything: the greeting, where it has one. */
  readonly opening: TextReply;
  /**
   * Says a turn of the caller and waits for the whole answer. One at a time; not after the end.
   * @param sentence Told of each sentence of the answer as soon as it is written.
   * @throws AgentFault when the agent can't go on.
   */
  say(text: string, sentence?: (text: string) => void): Promise<TextReply>;
  /** What was said so far, to go on from later. */
  history(): TextHistory;
  /** Releases everything; idempotent. */
  close(): Promise<void>;
}
