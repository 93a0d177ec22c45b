/** Instructions for single answers; where they take the place of the agent's own, they carry those along. */

/** Has the model speak a given text, which is how this protocol greets and prompts. */
export function sayExactly(text: string): string {
  return `Say exactly the following, word for word, and nothing else: ${JSON.stringify(text)}`;
}

/** Before the call ends, where the model has not said anything yet. */
export function sayGoodbye(instructions: string, handsOver: boolean): string {
  if (handsOver) {
    return `${instructions}\n\nThe caller is handed over to a colleague now. Say so in one short sentence, and nothing else.`;
  }
  return `${instructions}\n\nThe call ends now. Say goodbye to the caller in one short sentence, and nothing else.`;
}

/** After a break in the middle of an answer. */
export function continueInstructions(instructions: string): string {
  return `${instructions}\n\nYour last answer was cut off by a technical fault. Carry on where it stopped, without repeating it.`;
}

/** What was said to a session of before is answered by this one. */
export function answerTo(instructions: string, said: string): string {
  return `${instructions}\n\nAnswer what the caller said last: ${JSON.stringify(said)}`.trim();
}

/** After a break that swallowed what the caller said. */
export function repeatInstructions(instructions: string): string {
  return `${instructions}\n\nA technical fault swallowed what the caller said last. Ask briefly to hear it again.`;
}
