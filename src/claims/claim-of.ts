import { statedValues, type ValueContext } from '../forms/index.js';
import type { Claim } from './agent-claim.js';
import { type ReadSentence, readSentence } from './clauses.js';
import { singular, type ToolClaims } from './tool-claims.js';
import { toolsOf, type VerbClaim, verbClaims } from './verb-claims.js';

const COMPLETED =
  /\b(?:all set|all done|all sorted|taken care of|good to go|(?:went|gone) through|in (?:the|our) system|(?:is|are) (?:in place|complete|through))\b/;
const DONE_FIRST =
  /^(?:(?:okay|ok|great|perfect|alright|right|yes|sure|wonderful|and|so)[\s,]+)*(?:(?:it|that) is )?(?:all )?done\b/;
const DOWN_FOR = /\byou (?:are|have been) (?:all )?(?:down|in|set) for\b/;
const ON_ITS_WAY = /\bon (?:its|their|the) way\b/;
const HEARSAY =
  /\b(?:i understand|i hear|you (?:say|said|mentioned|told)|sorry to hear|within|usually|normally)\b/;
const MODAL = /\b(?:can|could|may|might|would|will|shall|should|must|not|if|whether|once|until)\b/;

const TELLS =
  /\b(?:there (?:is|are)|(?:we|i) (?:still |also |do )?(?:have|found|see|can see|can offer|can confirm))\b/;
const YOURS =
  /\byour (?:[\p{L}\d'-]+ ){1,6}?(?:is|are|was|were|has|have|will arrive|arrives|comes to|stands at)\b/u;
const STATUS =
  /\b(?:available|in stock|out of stock|sold out|left|on (?:its|the|their) way|out for delivery|in transit|delayed|vacant|delivered|dispatched|shipped|fully booked)\b/;

const PERSON =
  /\b(?:colleague|manager|supervisor|team|specialist|technician|doctor|nurse|representative|staff|advis[eo]r|someone|somebody|engineer|receptionist|owner|boss|driver|consultant|expert|department|office|chef|kitchen|operator|accountant|lawyer|assistant|coordinator|they)s?\b(?: [\p{L}'-]+){0,4}? (?:will|is going to|are going to)(?: (?:also|then|be|personally|gladly|certainly|definitely))? ([\p{L}-]+)/u;
const ACTS = new Set(
  `call calling ring phone contact email e-mail text message reach get getting follow visit come review handle look take arrange refund send
  fix confirm check process approve meet pick deliver bring prepare sort answer respond reply return sign assist help
  investigate solve resolve waive ship give drop in`.split(/\s+/),
);
const YOU_WILL_GET =
  /\byou (?:will|are going to) (?:also |soon |shortly )?(?:get|receive|have) (?:a|an|your|the) (?:[\p{L}-]+ ){0,3}?(confirmation|email|e-mail|text|message|letter|sms|refund|callback|call|invoice|receipt)\b/u;

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
  const found = [...ofVerbs(read, words, tools), ...promiseIn(read)];
  const told = found.length > 0 ? [] : results(read, words, tools);
  const claims = [
    ...found,
    ...told,
    ...(found.length + told.length > 0 ? [] : completed(read, words, tools)),
  ];
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

function ofVerbs(read: ReadSentence, words: ReadonlySet<string>, tools: readonly ToolClaims[]): Rough[] {
  const claims: Rough[] = [];
  let before: VerbClaim | undefined;
  for (const clause of read.clauses) {
    const [first] = verbClaims(clause, read, tools, before !== undefined).flatMap((claim) => {
      const about = toolsOf(claim, words, tools);
      return about ? [{ claim, about }] : [];
    });
    before = first?.claim;
    if (first) claims.push(roughOf(first.claim, first.about, words, tools));
  }
  const declared = declaredClaim(read, tools);
  return declared && claims.length === 0 ? [declared] : claims;
}

function roughOf(
  { kind }: VerbClaim,
  about: readonly ToolClaims[],
  words: ReadonlySet<string>,
  tools: readonly ToolClaims[],
): Rough {
  if (about.length > 0) return { kind, tools: namesOf(about) };
  // Only a reading tool can know this: "Your order has been shipped."
  const reading = readingAbout(words, tools);
  return reading.length > 0 ? { kind: 'result', tools: namesOf(reading) } : { kind, tools: [] };
}

const namesOf = (tools: readonly ToolClaims[]): string[] => tools.map(({ name }) => name);

const readingAbout = (words: ReadonlySet<string>, tools: readonly ToolClaims[]): ToolClaims[] =>
  tools.filter(({ isReading, nouns }) => isReading && [...words].some((word) => nouns.has(word)));

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

/** "You are all set", "Done." */
function completed(
  { plain, isQuestion }: ReadSentence,
  words: ReadonlySet<string>,
  tools: readonly ToolClaims[],
): Rough[] {
  if (isQuestion) return [];
  const going = ON_ITS_WAY.exec(plain);
  const found = COMPLETED.exec(plain) ?? DONE_FIRST.exec(plain) ?? DOWN_FOR.exec(plain) ?? going;
  const effects = tools.filter(({ isReading }) => !isReading);
  if (!found || effects.length === 0 || MODAL.test(plain.slice(Math.max(0, found.index - 60), found.index)))
    return [];
  const about = effects.filter(({ nouns }) => [...words].some((word) => nouns.has(word)));
  if (about.length === 0 && found === going) return [];
  return [{ kind: 'done', tools: namesOf(about.length > 0 ? about : effects) }];
}

/** What only a tool that looks things up can tell: "There are three rooms left." */
function results(read: ReadSentence, words: ReadonlySet<string>, tools: readonly ToolClaims[]): Rough[] {
  const { plain, isQuestion } = read;
  if (isQuestion || HEARSAY.test(plain)) return [];
  const declared = tools.filter(({ reads }) => reads.some((phrase) => plain.includes(phrase)));
  const reading = declared.length > 0 ? declared : readingAbout(words, tools);
  if (reading.length === 0) return [];
  const status = STATUS.exec(plain);
  const isStatus =
    status !== null && !/\b(?:may|might|would|could|if|whether)\b/.test(plain.slice(0, status.index));
  const tells = declared.length > 0 || TELLS.test(plain) || YOURS.test(plain) || isStatus;
  return tells ? [{ kind: 'result', tools: namesOf(reading) }] : [];
}

function promiseIn({ plain, isQuestion }: ReadSentence): Rough[] {
  if (isQuestion || /\bif you\b/.test(plain)) return [];
  const person = PERSON.exec(plain)?.[1];
  if (person !== undefined && ACTS.has(person)) return [{ kind: 'promised', tools: [], act: person }];
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
