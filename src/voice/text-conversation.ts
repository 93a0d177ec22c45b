import type { AgentDocument } from '../agent-document/index.js';

/**
 * A conversation without audio, as test sets hold it: the same agent that takes calls, given words instead of sound.
 * What decides on answers and tools is the same code; hearing, speaking and turn-taking are left out.
 */

/** A tool that the agent wanted to be called. */
export interface TextToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** All that the agent does until it is the caller's turn again. */
export interface TextReply {
  /** What it said, in order; empty when it kept silent. */
  readonly replies: readonly string[];
  readonly toolCalls: readonly TextToolCall[];
  /** The agent has ended the call: nothing more can be said. */
  readonly ended: boolean;
}

export interface TextContext {
  /** The document with the variant's overrides applied. */
  readonly agent: AgentDocument;
  /**
   * Answers a tool's call in place of the tool: no request leaves for it, because a rehearsal must not book or cancel
   * anything. The built-in tools `hang_up`, `transfer` and `send_dtmf` are not asked here; they are only reported.
   */
  readonly answerTool: (call: TextToolCall) => string;
  readonly signal: AbortSignal;
}

export interface TextConversation {
  /** What the agent does before the caller says anything: the greeting, where it has one. */
  readonly opening: TextReply;
  /**
   * Says a turn of the caller and waits for the whole answer. One at a time; not after the end.
   * @throws AgentFault when the agent can't go on.
   */
  say(text: string): Promise<TextReply>;
  /** Releases everything; idempotent. */
  close(): Promise<void>;
}
