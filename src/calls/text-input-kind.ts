/** Text that the caller types (`text`, to be answered) or context from its app (`context`). */
export type TextInputKind = 'text' | 'context';

/** The refusal if no agent reads it. */
export const UNREAD: Readonly<Record<TextInputKind, string>> = {
  text: 'This call has no agent that reads.',
  context: 'The agent of this call takes no context: send it as `text`, or not at all.',
};
