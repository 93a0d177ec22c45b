/** Instructions for single answers. They include the agent's own instructions if they replace them. */

/** Makes the model speak a given text: the protocol has no other way to greet and prompt. */
export function sayExactly(text: string): string {
  return `Say exactly the following, word for word, and nothing else: ${JSON.stringify(text)}`;
}

/** For the end of the call, if the model has not said anything yet. */
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

/** For words that were said to an earlier session. */
export function answerTo(instructions: string, said: string): string {
  return `${instructions}\n\nAnswer what the caller said last: ${JSON.stringify(said)}`.trim();
}

/** After a break in which the caller's words were lost. */
export function repeatInstructions(instructions: string): string {
  return `${instructions}\n\nA technical fault swallowed what the caller said last. Ask briefly to hear it again.`;
}
