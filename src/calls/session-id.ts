/** Checks the format of a session id, to skip look-ups of anything else. */
export const isSessionId = (text: string): boolean => /^sess_[0-9A-Za-z]{22}$/.test(text);
