import { statedValues, type ValueContext } from '../forms/index.js';
import type { Claim } from './agent-claim.js';
import { type ReadSentence, readSentence } from './clauses.js';
import { stateClaims } from './states.js';
import { type SentenceTools, sentenceTools, singular, type ToolClaims } from './tool-claims.js';
import { toolsOf } from './tools-of-verb.js';
import { type VerbClaim, verbClaims } from './verb-claims.js';

const HEARSAY =
  /\b(?:i understand|i hear|you (?:say|said|mentioned|told)|sorry to hear|within|usually|normally)\b/;
const MODAL = /\b(?:can|could|may|might|would|will|shall|should|must|not|if|whether|once|until)\b/;

const TELLS =
  /\b(?:there (?:is|are)|(?:we|i) (?:still |also |do )?(?:have|found|see|can see|can offer|can confirm))\b/;
const YOURS =
  /\byour (?:[\p{L}\d'-]+ ){1,6}?(?:is|are|was|were|has|have|will arrive|arrives|comes to|stands at)\b/u;
const STATUS =
  /\b(?:available|in stock|out of stock|sold out|left|on (?:its|the|their) way|out for delivery|in transit|delayed|vacant|delivered|dispatched|shipped|fully booked)\b/;

/** People of the business, before what they will do. */
const PERSON =
  /\b(?:(?:colleague|manager|supervisor|team|staff|someone|somebody|people|boss|department|office|chef|kitchen|nurse|specialist|expert|representative|one of (?:our|the|us) [\p{L}-]+|they)s?|(?:our|the|your|a|an|my|another) (?:[\p{L}-]+ )?(\p{L}{2,}(?:er|or|ist|ian|ant|man|woman)s?))\b(?: (?:at|from|in|of|on|with) (?:[\p{L}'-]+ ){0,2}[\p{L}'-]+)? (?:will|is going to|are going to)(?: (?:also|then|be|personally|gladly|certainly|definitely))? ([\p{L}-]+)/u;
/** Words that look like people. */
const NO_PERSON =
  /^(?:order|number|letter|offer|transfer|weather|water|computer|printer|door|floor|error|colou?r|summer|winter|dinner|paper|cent(?:er|re)|tower|voucher|newsletter|calendar|folder|monitor|mirror|motor|factor|other|restaurant|plant|account|remainder|reminder|charger|register|router|server|browser|counter|corner|locker|scanner|elevator|sticker|starter|chapter|matter|answer|power|shower|flower|trailer|discount|amount|grant|list|assist)s?$/;
/** No promises: states and wishes. */
const NO_ACT =
  /^(?:not|never|need|want|like|have|able|happy|glad|available|closed|open|there|ready|free|busy|cost)$/;
const YOU_WILL_GET =
  /\byou (?:will|are going to|should) (?:also |soon |shortly )?(?:get|receive|have) (?:a|an|your|the) (?:[\p{L}-]+ ){0,3}?(confirmation|email|e-mail|text|message|letter|sms|refund|callback|call|invoice|receipt)\b/u;

const NAMED =
  /\b(?:under(?: the name)?(?: of)?|for|to|with|name is|[Mm]rs?\.?|[Mm]s\.?|[Dd]r\.?)\s+(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)?)/gu;
const NO_NAME =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december|mr|mrs|ms|dr|i)\b/i;

/**
 * What an English sentence claims about the agent's tools. Questions, offers, conditions and quotations are no claims,
 * but a question may hold one: "I have booked it, is that okay?" Takes time linear in the length of the sentence.
 */
export function claimsOf(
  sentence: string,
  tools: readonly ToolClaims[],
  context: ValueContext,
): readonly Claim[] {
  const read = readSentence(sentence);
  if (read.isConditional) return [];
  const words = new Set(read.clauses.flatMap((clause) => clause.words.map(singular)));
  const spoken = sentenceTools(words, tools);
  const found = [...ofVerbs(read, spoken), ...promiseIn(read)];
  const states = found.length > 0 ? [] : stateClaims(read, spoken);
  const claims = found.length + states.length > 0 ? [...found, ...states] : results(read, spoken);
  if (claims.length === 0) return [];
  const values = statedValues(sentence, context);
  const names = [...sentence.matchAll(NAMED)].flatMap(([, name = '']) => (NO_NAME.test(name) ? [] : [name]));
  return claims
    .map((claim) => ({ values, names, ...claim }))
    .filter(
      (claim) =>
        claim.kind !== 'result' || values.length > 0 || STATUS.test(read.plain) || isDeclared(read, tools),
    );
}

type Rough = Pick<Claim, 'kind' | 'tools' | 'act'>;

function ofVerbs(read: ReadSentence, tools: SentenceTools): Rough[] {
  const claims: Rough[] = [];
  let before: VerbClaim | undefined;
  for (const clause of read.clauses) {
    const [first] = verbClaims(clause, read, tools, before !== undefined).flatMap((claim) => {
      const about = toolsOf(claim, tools);
      return about ? [{ claim, about }] : [];
    });
    before = first?.claim;
    if (first) claims.push(roughOf(first.claim, first.about, tools));
  }
  const declared = declaredClaim(read, tools.all);
  return declared && claims.length === 0 ? [declared] : claims;
}

function roughOf({ kind }: VerbClaim, about: readonly ToolClaims[], { readingAbout }: SentenceTools): Rough {
  if (about.length > 0) return { kind, tools: namesOf(about) };
  // Only a reading tool can know this: "Your order has been shipped."
  return readingAbout.length > 0 ? { kind: 'result', tools: namesOf(readingAbout) } : { kind, tools: [] };
}

const namesOf = (tools: readonly ToolClaims[]): string[] => tools.map(({ name }) => name);

/** A word that the document declares, where it is not negated, asked or offered. */
function declaredClaim({ plain, isQuestion }: ReadSentence, tools: readonly ToolClaims[]): Rough | undefined {
  if (isQuestion) return undefined;
  const saying = tools.filter(({ claims }) =>
    claims.some((word) => {
      const at = plain.indexOf(word);
      return at >= 0 && !MODAL.test(plain.slice(Math.max(0, at - 60), at));
    }),
  );
  return saying.length > 0 ? { kind: 'done', tools: namesOf(saying) } : undefined;
}

const isDeclared = ({ plain }: ReadSentence, tools: readonly ToolClaims[]): boolean =>
  tools.some(({ reads }) => reads.some((words) => plain.includes(words)));

/** Results of reading tools: "There are three rooms left." */
function results(read: ReadSentence, { all, readingAbout }: SentenceTools): Rough[] {
  const { plain, isQuestion } = read;
  if (isQuestion || HEARSAY.test(plain)) return [];
  const declared = all.filter(({ reads }) => reads.some((phrase) => plain.includes(phrase)));
  const reading = declared.length > 0 ? declared : readingAbout;
  if (reading.length === 0) return [];
  const status = STATUS.exec(plain);
  const isStatus =
    status !== null && !/\b(?:may|might|would|could|if|whether)\b/.test(plain.slice(0, status.index));
  const tells = declared.length > 0 || TELLS.test(plain) || YOURS.test(plain) || isStatus;
  return tells ? [{ kind: 'result', tools: namesOf(reading) }] : [];
}

function promiseIn({ plain, isQuestion }: ReadSentence): Rough[] {
  if (isQuestion || /\bif you\b/.test(plain)) return [];
  const [, person = '', act] = PERSON.exec(plain) ?? [];
  if (act !== undefined && !NO_PERSON.test(person) && !NO_ACT.test(act))
    return [{ kind: 'promised', tools: [], act }];
  const hear = /\byou will (?:then |soon )?hear (?:back )?from\b/.test(plain);
  if (hear) return [{ kind: 'promised', tools: [], act: 'contact' }];
  const thing = YOU_WILL_GET.exec(plain)?.[1];
  return thing === undefined ? [] : [{ kind: 'promised', tools: [], act: thing }];
}

/** For other languages: matches the words that tools declare, without grammar. */
export function declaredClaimsOf(
  sentence: string,
  tools: readonly ToolClaims[],
  context: ValueContext,
): readonly Claim[] {
  const plain = sentence.slice(0, 1_000).toLowerCase();
  if (/[?？]\s*$/.test(plain)) return [];
  const saying = tools.filter(({ claims }) => claims.some((word) => plain.includes(word)));
  if (saying.length === 0) return [];
  return [{ kind: 'done', tools: namesOf(saying), values: statedValues(sentence, context), names: [] }];
}
