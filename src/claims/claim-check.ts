import type { AgentDocument } from '../agent-document/index.js';
import { formContext, type ValueContext } from '../forms/index.js';
import type { Claim, ClaimKind, LedgerCall, Proof, UnprovenReason } from './agent-claim.js';
import { claimsOf, declaredClaimsOf } from './claim-of.js';
import { type Authored, ClaimSources, type Known, MOST_CALLS } from './claim-sources.js';
import { Facts } from './facts.js';
import { proofOf } from './proof-of.js';
import { type DeclaredTool, type ToolClaims, toolClaims } from './tool-claims.js';
import { ungrounded, unknownNames } from './ungrounded.js';

/** What one claim of a sentence came to. */
export interface CheckedClaim {
  /** `value`: a value without a source. `name`: a name without one, which is only marked. */
  readonly kind: ClaimKind | 'value' | 'name';
  readonly tool?: string;
  readonly verdict: Proof['verdict'];
  readonly reason?: UnprovenReason;
  readonly call?: LedgerCall;
  /** Values that have no source, as they were said. */
  readonly values?: readonly string[];
}

/** `waits`: the call behind a `done` claim is still running. */
type SentenceVerdict = 'clear' | 'proven' | 'waits' | 'unproven';

export interface CheckedSentence {
  readonly verdict: SentenceVerdict;
  readonly claims: readonly CheckedClaim[];
}

const CLEAR: CheckedSentence = { verdict: 'clear', claims: [] };
const SORRY = 'I am sorry, I could not confirm that just now.';

/** Compares an agent's sentences with its tool calls and its sources, for one conversation. */
export class ClaimCheck {
  readonly mode: 'warn' | 'hold';
  /** Said in place of a sentence that stays unproven; empty: nothing. */
  readonly onFailure: string;
  private readonly isEnglish: boolean;
  private compiled:
    | {
        readonly of: readonly DeclaredTool[];
        readonly tools: readonly ToolClaims[];
        readonly author: Authored;
      }
    | undefined;
  private before: ClaimSources | undefined;

  private constructor(
    private readonly agent: AgentDocument,
    private readonly nowMs: () => number,
  ) {
    const { mode, onFailure } = agent.claimCheck ?? {};
    this.mode = mode === 'hold' ? 'hold' : 'warn';
    this.isEnglish = /^en\b/.test(agent.languageCode ?? 'en');
    this.onFailure = onFailure ?? (this.isEnglish ? SORRY : '');
  }

  /** Undefined if the document turns it off. */
  static of(agent: AgentDocument, nowMs: () => number = Date.now): ClaimCheck | undefined {
    return agent.claimCheck?.mode === 'off' ? undefined : new ClaimCheck(agent, nowMs);
  }

  /** Reads the tools and the author's texts, so that the first sentence need not wait for that. */
  prepare(tools: readonly DeclaredTool[]): void {
    this.compile(tools, formContext(this.agent, this.nowMs()));
  }

  /** @param tools All of the agent's tools. The same array is compiled once. */
  check(sentence: string, tools: readonly DeclaredTool[], known: Omit<Known, 'author'>): CheckedSentence {
    const context = formContext(this.agent, this.nowMs());
    const { tools: compiled, author } = this.compile(tools, context);
    const read = this.isEnglish ? claimsOf : declaredClaimsOf;
    const found = read(sentence, compiled, context);
    const calls = known.calls.slice(-MOST_CALLS);
    const sources = new ClaimSources({ ...known, calls, author }, context, this.before);
    this.before = sources;
    const claims = found.map((claim) => checkedOf(claim, proofOf(claim, sources, compiled)));
    const checked = this.isEnglish ? [...claims, ...unsourced(sentence, sources, claims.length > 0)] : claims;
    return checked.length === 0 ? CLEAR : { verdict: verdictOf(checked), claims: checked };
  }

  private compile(tools: readonly DeclaredTool[], context: ValueContext) {
    if (this.compiled?.of === tools) return this.compiled;
    const { prompt = '', greeting = '' } = this.agent;
    const text = [prompt, greeting, ...tools.map(({ description }) => description)].join('\n');
    const author = { text, facts: Facts.ofText(text, context) };
    return (this.compiled = { of: tools, tools: toolClaims(tools), author });
  }
}

function checkedOf({ kind, tools }: Claim, proof: Proof): CheckedClaim {
  const { verdict, call } = proof;
  const tool = call?.name ?? tools[0];
  return {
    ...{ kind, verdict },
    ...(tool !== undefined && { tool }),
    ...(proof.verdict === 'unproven' && { reason: proof.reason }),
    ...(call && { call }),
  };
}

/** Values and names that no source has. Those of a claim are judged with it. */
function unsourced(sentence: string, sources: ClaimSources, isClaim: boolean): CheckedClaim[] {
  const values = isClaim ? [] : ungrounded(sentence, sources).map(({ text }) => text);
  const names = unknownNames(sentence, sources);
  const marked = { verdict: 'unproven', reason: 'no-source' } as const;
  return [
    ...(values.length > 0 ? [{ kind: 'value' as const, ...marked, values }] : []),
    ...(names.length > 0 ? [{ kind: 'name' as const, ...marked, values: names }] : []),
  ];
}

function verdictOf(claims: readonly CheckedClaim[]): SentenceVerdict {
  const counting = claims.filter(({ kind }) => kind !== 'name');
  if (counting.some(({ verdict }) => verdict === 'unproven')) return 'unproven';
  const waits = counting.some(
    ({ kind, verdict }) => verdict === 'running' && kind !== 'running' && kind !== 'promised',
  );
  return waits ? 'waits' : counting.length > 0 ? 'proven' : 'clear';
}
