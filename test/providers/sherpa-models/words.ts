/** The words that the models of this folder know. */
export const WORDS: readonly string[] = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ...['yes', 'no', 'please', 'stop', 'hello', 'what', 'time', 'is', 'it', 'you', 'said'],
];
