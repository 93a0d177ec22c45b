/** Requests that make any agent repeat its last words. */
export const REPEAT_REQUESTS = [
  'can you repeat that',
  'please repeat that',
  'say that again please',
  'pardon',
  'what did you say',
];
