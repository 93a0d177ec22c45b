/** Checks the format of a session id, to skip useless look-ups. */
export const isSessionId = (text: string): boolean => /^sess_[0-9A-Za-z]{22}$/.test(text);
