export const textChatConstants = {
  /** Of both sides. */
  maxTurns: 400,
};

export const textChatSettings = {} as const;
