/** Whether it is an id as this service makes them for sessions; nothing else is worth a look-up. */
export const isSessionId = (text: string): boolean => /^sess_[0-9A-Za-z]{22}$/.test(text);
