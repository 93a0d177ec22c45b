import { commandIn } from '../../forms/commands.js';
import { isCorrecting } from '../../forms/correction.js';
import { yesOrNo } from '../../forms/values/answers.js';

/** "Cancel that", "take it back": what was done is not wanted. */
const TAKES_BACK =
  /\b(?:cancel|undo|revoke|delete|remove|scrap|scratch|drop|withdraw|reverse|call off|get rid of|never ?mind|forget (?:it|that|this|about|the|my)|take (?:it|that|this) (?:back|off)|chang(?:e|ed) (?:my|our) minds?|(?:don't|do not) (?:want|need)|no longer (?:want|need)|move (?:it|that|my|the)|(?:by|a) mistake|would be better|rather have)\b/i;
/** "Another one", "a second table": an additional order, not a correction. */
const ADDS =
  /\b(?:another(?! (?:day|time|date))|a second|second one|additional|additionally|in addition|as well|also|too|one more|extra|on top|besides|both|keep (?:it|that|the|both))\b/i;
/** "No, thanks, that's all": answers a question. */
const NOTHING_MORE =
  /^\W*no(?:pe|ne)?(?:\W+(?:thanks|thank you|that's (?:all|it|fine|everything|right|okay)|that is all|that'll be all|nothing(?: else)?|i'm (?:fine|good|okay)|not really|all good|please|bye|goodbye|for now))*\W*$/i;
/** "Sorry, when was that?" */
const ASKS =
  /^\W*(?:(?:oh|wait|sorry|hang on|hold on|actually|um|uh|no)\W+)*(?:what|when|where|who|whose|which|why|how|is|are|was|were|do|does|did|has|have)\b/i;

/** True if the caller corrects what was done, or takes it back. English only. */
export function asksToUndo(said: string): boolean {
  if (TAKES_BACK.test(said)) return !/\bkeep both\b/i.test(said);
  if (ADDS.test(said) || NOTHING_MORE.test(said) || ASKS.test(said)) return false;
  return isCorrecting(said) || commandIn(said) === 'cancel';
}

/** What a caller's turns ask for, by the last one that asks for anything; undefined if none does. */
export function wantsUndone(turns: readonly string[]): boolean {
  const decisive = turns.findLast((said) => asksToUndo(said) || ADDS.test(said));
  return decisive !== undefined && asksToUndo(decisive);
}

/** The answer to the question whether something should be undone. */
export function agreesToUndo(said: string): boolean {
  const answer = yesOrNo(said);
  return answer === true || (answer === undefined && asksToUndo(said)) || /^\W*no\b.*\bcancel\b/i.test(said);
}
