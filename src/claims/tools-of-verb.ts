import type { SentenceTools, ToolClaims } from './tool-claims.js';
import type { VerbClaim } from './verb-claims.js';
import { FINISHING, MAKING, READING, STRONG } from './verbs.js';

/** The tools that a claim with this verb can be about; undefined if it is no claim about tools. */
export function toolsOf(
  { base, isOwn, kind, object }: VerbClaim,
  { effects, effectsAbout, reading, readingAbout, heads }: SentenceTools,
): readonly ToolClaims[] | undefined {
  if (base === '') {
    if (effectsAbout.length > 0) return effectsAbout;
    return effects.length > 0 && kind !== 'denied' ? effects : undefined;
  }
  const doing = effects.filter(({ verbs }) => verbs.has(base));
  const able = doing.length > 0 ? doing : FINISHING.has(base) || MAKING.has(base) ? effects : [];
  const about = able.filter((tool) => effectsAbout.includes(tool));
  if (about.length > 0) return about;
  if (doing.length > 0) return doing;
  if (FINISHING.has(base) && !MAKING.has(base) && kind !== 'denied' && isOwn && effects.length > 0)
    return effects;
  if (ACTIVE_READS.has(base)) return reading.length > 0 && kind !== 'denied' ? reading : undefined;
  if (kind === 'denied' || READING.has(base) || (TALKS.has(base) && kind === 'running')) return undefined;
  if (OTHER_ACTS.has(base)) return isOwn ? [] : undefined;
  // "Your order has been shipped": done by a tool, or the result of one.
  if (heads.size > 0 || (effectsAbout.length > 0 && kind === 'done'))
    return [...effectsAbout, ...readingAbout];
  if (STRONG.has(base) && isOwn) return effects;
  // "An adjuster has been assigned": done by a tool, or the result of one.
  return isOwn && object && kind === 'done' && effects.length > 0 ? [...effects, ...reading] : undefined;
}

const ACTIVE_READS = new Set('check search look verify review fetch pull query'.split(' '));
/** "I am calling about your appointment." */
const TALKS = new Set('call ring phone note hold enter open'.split(' '));
/** Only a tool for it can have done this: a tool that books did not cancel. */
const OTHER_ACTS = new Set('cancel delete refund reimburse transfer connect pay charge'.split(' '));
