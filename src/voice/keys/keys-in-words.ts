/** What a model is told of keys: as a message of the caller, key by key, so that it reads none of them as a number. */
export const keysForModel = (keys: string): string => `The caller pressed ${spaced(keys)}.`;

/**
 * What a model is told of something that the caller's app says and the caller does not: also in the caller's name,
 * since nobody but the caller vouches for it.
 */
export const contextForModel = (text: string): string => `(From the caller's app, not said: ${text})`;

/** What stands in the record and the live events of a call. @param shown False: only how many there were. */
export const keysForRecord = (keys: string, shown: boolean): string =>
  shown ? `(pressed ${spaced(keys)})` : `(pressed ${keys.length} ${keys.length === 1 ? 'key' : 'keys'})`;

const spaced = (keys: string): string => [...keys].join(' ');
