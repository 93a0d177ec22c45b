/** The vocabulary of this folder's models. */
export const WORDS: readonly string[] = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  ...['yes', 'no', 'please', 'stop', 'hello', 'what', 'time', 'is', 'it', 'you', 'said'],
];
