/** Describes keys to a model in a caller message, separated, so that they are not read as a number. */
export const keysForModel = (keys: string): string => `The caller pressed ${spaced(keys)}.`;

/** Describes app context to a model. Also sent as a caller message, because only the caller vouches for it. */
export const contextForModel = (text: string): string => `(From the caller's app, not said: ${text})`;

/** Describes keys in the record and live events. @param shown False: only their number. */
export const keysForRecord = (keys: string, shown: boolean): string =>
  shown ? `(pressed ${spaced(keys)})` : `(pressed ${keys.length} ${keys.length === 1 ? 'key' : 'keys'})`;

const spaced = (keys: string): string => [...keys].join(' ');
