/** What the caller writes (`text`, to be answered), or its app tells the agent (`context`). */
export type WrittenKind = 'text' | 'context';

/** What is said where no agent gets to know of it. */
export const UNREAD: Readonly<Record<WrittenKind, string>> = {
  text: 'This call has no agent that reads.',
  context: 'The agent of this call takes no context: send it as `text`, or not at all.',
};
