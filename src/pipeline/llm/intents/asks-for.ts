/**
 * What sentences ask for, by words that don't depend on what an agent is about: the model of sentences minds a topic
 * more than what is wanted of it, and takes "what does it cost to pull a tooth" for a toothache.
 */
const KINDS: Readonly<Record<string, RegExp>> = {
  price:
    /\b(how (much|expensive)|costs?|price[sd]?|pay|charged?|expensive|cheap(er)?|fees?|rates?|dollars?|owe|(set|sets) (me|us|you) back|estimate|quote|afford|free of charge)\b/,
  time: /\b(when|what time|how (late|early|long)|until|till|hours?|opens?|opened|close[sd]?|which (days?|hours?)|what days?|by when|weekends?)\b/,
  place:
    /\b(where|address|street|located|location|near|nearest|closest|directions?|get (to|there)|find you|part of town|branch|which (bus|train|store|shop)|pick (me|us) up)\b/,
  cancel:
    /\b(cancel|cancell?ed|delete|not (come|coming)|won't be|can't come|take .{1,20} off|call(ed)? off|no longer|don't need|do not need)\b/,
  change:
    /\b(move|reschedule|(another|different|other) (day|date|time|address)|change|postpone|push|instead|rather|later|sooner|switch)\b/,
  want: /\b(book|reserve|reservation|appointment|make an|order|i would like to|i'd like to|i want|i need|sign up|get a)\b/,
  trouble:
    /\b(broken?|hurts?|pain|damaged|wrong|noise|doesn't|does not|won't|isn't|not (work|start|arrived)|stopped|lost|missing|torn|wet|bleeding|swollen|problem|trouble|stuck|died)\b/,
  may: /\b(can i|may i|allowed|is it (ok|okay|possible|a problem)|could we|can we|permitted)\b/,
  offer: /\b(do you (have|take|do|offer|serve|accept|sell|work)|have you got|is there|are there|got any)\b/,
  end: /\b(bye|goodbye|that is all|that's all|that was (all|everything)|thank you|thanks)\b/,
};
const PATTERNS = Object.values(KINDS);

/** For each kind whether a sentence in small letters asks for it, 1 or 0. */
export const asksFor = (text: string): readonly number[] =>
  PATTERNS.map((pattern) => (pattern.test(text) ? 1 : 0));

/** How much a sentence asks for what examples ask for, and for what none of them does: each a share, 0 to 1. */
export function sharedWishes(
  said: readonly number[],
  examples: readonly (readonly number[])[],
): { readonly shared: number; readonly foreign: number } {
  const total = said.reduce((sum, one) => sum + one, 0);
  if (total === 0 || examples.length === 0) return { shared: 0, foreign: 0 };
  let [shared, foreign] = [0, 0];
  said.forEach((one, kind) => {
    if (one === 0) return;
    const asking = examples.reduce((sum, example) => sum + (example[kind] ?? 0), 0);
    shared += asking / examples.length;
    if (asking === 0) foreign++;
  });
  return { shared: shared / total, foreign: foreign / total };
}
