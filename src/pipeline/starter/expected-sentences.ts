/** What makes any agent say its last words again. */
export const REPEAT_REQUESTS = [
  'can you repeat that',
  'please repeat that',
  'say that again please',
  'pardon',
  'what did you say',
];
