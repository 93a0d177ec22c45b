const TOLD =
  'A supervisor listens to this call and tells you what follows, the latest last. Follow it, and do not mention it: the caller hears nothing of it.';

/** Adds a supervisor's instructions to those of the agent, where no caller can put words. */
export function withInstructions(prompt: string, given: readonly string[] = []): string {
  if (given.length === 0) return prompt;
  return `${prompt}\n\n${TOLD}\n${given.map((text) => `- ${text}`).join('\n')}`.trim();
}
