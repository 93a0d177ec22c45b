/** Commands about the form as a whole. */
export type FormCommand = 'cancel' | 'start-over' | 'repeat' | 'skip' | 'person';

const LEAD =
  "^\\W*(?:(?:no|oh|um|uh|well|okay|ok|sorry|actually|please|wait|you know what|i think|let's|just|can we|could we|can you|i want to|i'd like to|i would like to)\\W+)*";
const TAIL =
  '(?:\\W+(?:please|thanks|thank you|then|now|it|this|that|all|everything|the whole thing|the booking|the form|again|sorry|for now))*\\W*$';

const COMMANDS: readonly (readonly [FormCommand, RegExp])[] = [
  [
    'start-over',
    new RegExp(
      `${LEAD}(?:start (?:over|again|from scratch|from the beginning|anew)|begin again|from the (?:beginning|start|top)|go back to the (?:beginning|start)|do (?:it|that|this) (?:all )?(?:over|again)|restart|reset)${TAIL}`,
      'i',
    ),
  ],
  [
    'cancel',
    new RegExp(
      `${LEAD}(?:cancel|never ?mind|forget (?:it|that|about it)|stop(?: (?:it|this))?|abort|quit|leave it|drop it|i changed my mind|i've changed my mind|i don't want (?:to|it|this|that)(?: any ?more)?|don't bother)${TAIL}`,
      'i',
    ),
  ],
  [
    'repeat',
    new RegExp(
      `${LEAD}(?:pardon(?: me)?|what|what was that|what did you say|say (?:that|it) again|repeat (?:that|it)?|come again|excuse me|i didn't (?:catch|get|hear|understand) (?:that|it|you))${TAIL}`,
      'i',
    ),
  ],
  [
    'person',
    /\b(?:speak|talk|connect me|put me through|transfer me)\b.*\b(?:person|human|someone|somebody|agent|operator|representative|colleague|staff)\b|^\W*(?:operator|representative|a (?:real )?person|a human)(?:\W+please)?\W*$/i,
  ],
  [
    'skip',
    new RegExp(
      `${LEAD}(?:skip|skip it|pass|next|i don't (?:have|know|want to (?:say|give|tell)).*|i do not (?:have|know).*|i haven't got .*|i'd rather not.*|i would rather not.*|i won't .*|i'm not (?:telling|giving|going to).*|none|nothing|not applicable|no idea|no thanks?(?: you)?|nope?|not really)${TAIL}`,
      'i',
    ),
  ],
];

export const commandIn = (text: string): FormCommand | undefined =>
  COMMANDS.find(([, pattern]) => pattern.test(text))?.[0];
