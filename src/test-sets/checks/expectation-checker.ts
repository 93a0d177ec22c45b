import { Injectable } from '@nestjs/common';
import { type TextReply } from '../../voice/index.js';
import { TextJudge } from '../judge/text-judge.js';
import type { Expectation } from '../script/test-script.js';
import { includesJson } from './includes-json.js';
import type { SpokenFacts } from '../spoken/spoken-facts.js';
import { checkSpoken } from '../spoken/check-spoken.js';
import { PatternMatcher } from './pattern-matcher.js';

/** The result of one expectation. A skipped one does not fail its case. */
export interface CheckResult {
  readonly kind: Expectation['kind'];
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The reason, unless obvious. */
  readonly detail?: string;
}

export interface HeldTurn {
  readonly say: string | undefined;
  readonly reply: TextReply;
  /** Set for a case held as a call. */
  readonly spoken?: SpokenFacts;
}

@Injectable()
export class ExpectationChecker {
  constructor(
    private readonly patterns: PatternMatcher,
    private readonly judge: TextJudge,
  ) {}

  /** @param conversation all turns so far; the last one is checked */
  async check(
    expectation: Expectation,
    conversation: readonly HeldTurn[],
    accountId: string,
    signal: AbortSignal,
  ): Promise<CheckResult> {
    const { kind } = expectation;
    const reply = conversation.at(-1)?.reply ?? { replies: [], toolCalls: [], ended: false };
    const said = reply.replies.join(' ');
    const result = (passed: boolean): CheckResult =>
      passed ? { kind, outcome: 'passed' } : { kind, outcome: 'failed', ...missedBy(expectation) };
    switch (expectation.kind) {
      case 'contains':
        return result(comparable(said).includes(comparable(expectation.text)));
      case 'not-contains':
        return result(!comparable(said).includes(comparable(expectation.text)));
      case 'ends-call':
        return result(reply.ended);
      case 'ended-by':
        return result(reply.ended === (expectation.by === 'agent'));
      case 'tool-called':
        return result(wasCalled(reply, expectation));
      case 'matches': {
        const answer = await this.patterns.match({ pattern: expectation.pattern, text: said });
        return answer === 'too-slow'
          ? { kind, outcome: 'failed', detail: 'The pattern takes too long on this text.' }
          : result(answer === 'match');
      }
      case 'answered-within':
      case 'yielded-within':
      case 'did-not-stop':
      case 'spoke-at-most':
      case 'heard-right':
      case 'lasted-at-most':
        return { kind, ...checkSpoken(expectation, conversation.at(-1)?.spoken) };
      case 'judged':
        return this.judged(expectation.criterion, conversation, accountId, signal);
    }
  }

  private async judged(
    criterion: string,
    conversation: readonly HeldTurn[],
    accountId: string,
    signal: AbortSignal,
  ): Promise<CheckResult> {
    const transcript = conversation.flatMap(({ say, reply }) => [
      ...(say === undefined ? [] : [{ speaker: 'caller' as const, text: say }]),
      ...reply.replies.map((text) => ({ speaker: 'agent' as const, text })),
    ]);
    const verdict = await this.judge.judge(criterion, transcript, accountId, signal);
    switch (verdict.kind) {
      case 'not-configured':
        return { kind: 'judged', outcome: 'skipped', detail: 'No language model is configured.' };
      case 'failed-to-judge':
        return { kind: 'judged', outcome: 'failed', detail: `The judge gave no verdict (${verdict.code}).` };
      case 'verdict':
        return { kind: 'judged', outcome: verdict.passed ? 'passed' : 'failed', detail: verdict.reason };
    }
  }
}

/** How a failed turn differs from the expectation. */
function missedBy(expectation: Expectation): Pick<CheckResult, 'detail'> {
  switch (expectation.kind) {
    case 'contains':
      return { detail: `It does not say “${expectation.text}”.` };
    case 'not-contains':
      return { detail: `It says “${expectation.text}”.` };
    case 'matches':
      return { detail: `It does not match ${expectation.pattern}.` };
    case 'tool-called':
      return { detail: `${expectation.name} was not called as expected.` };
    case 'ends-call':
    case 'ended-by':
    case 'answered-within':
    case 'yielded-within':
    case 'did-not-stop':
    case 'spoke-at-most':
    case 'heard-right':
    case 'lasted-at-most':
    case 'judged':
      return {};
  }
}

function wasCalled(
  { toolCalls }: TextReply,
  expected: Extract<Expectation, { kind: 'tool-called' }>,
): boolean {
  return toolCalls.some(
    ({ name, arguments: given }) => name === expected.name && includesJson(given, expected.arguments ?? {}),
  );
}

/** Ignores case, kinds of blanks and Unicode forms. */
const comparable = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
