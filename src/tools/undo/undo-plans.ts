import { createHash } from 'node:crypto';
import { type AgentTool, fillUndo } from '../../agent-document/index.js';
import { saysDone } from '../../claims/index.js';
import type { HttpTool } from '../http-tool.js';
import { parseArguments, type ToolArguments } from '../parse-arguments.js';
import { ToolCall, type ToolCallOptions, type ToolOutcome } from '../tool-call.js';
import { toolFailure } from '../tool-request.js';
import type { DialogueLog } from './dialogue-log.js';
import { agreesToUndo, wantsUndone } from './undo-words.js';

/** The argument with which a model says what a call replaces. */
export const REPLACES = 'replaces';
/** The latest call of a tool. */
export const LAST = 'last';
/** How long the words that the caller has just said may take to be recognized. */
const WORDS_PATIENCE_MS = 1_500;
const MOST_LISTED = 5;
const MOST_TOLD = 300;
const UNDONE = 'Nothing was done: that is undone already, or it is not known whether it is.';

type Logged = DialogueLog['tools'][number];
export type Undoable = AgentTool & { readonly undo: NonNullable<AgentTool['undo']> };

/** One of two calls that belong together. */
export interface PlannedCall {
  readonly tool: HttpTool;
  readonly values: ToolArguments;
  readonly call: ToolCall;
  /** The answer of a test, instead of a request. */
  readonly answer: string | undefined;
}

/** A call that undoes another one. */
export interface Plan {
  readonly original: Logged;
  readonly order: 'after' | 'before';
  readonly inverse: PlannedCall;
}

export interface PlanOptions {
  readonly tools: readonly AgentTool[];
  readonly requests: ReadonlyMap<string, HttpTool>;
  readonly log: DialogueLog;
  /** The caller's words can be read. */
  readonly isEnglish: boolean;
  readonly answers: ReadonlyMap<string, string> | undefined;
  readonly emit: ToolCallOptions['emit'];
}

/** Decides which call is undone, and whether the caller has asked for it. */
export class UndoPlans {
  readonly tools: ReadonlyMap<string, Undoable>;
  private readonly running = new Set<string>();

  constructor(private readonly options: PlanOptions) {
    const undoable = options.tools.filter((tool): tool is Undoable => tool.undo !== undefined);
    this.tools = new Map(undoable.map((tool) => [tool.name, tool]));
  }

  /** @param wanted `LAST`, or the id of a call. */
  async planOf(name: string, wanted: unknown, by: ToolCall): Promise<Plan | ToolOutcome> {
    const tool = this.tools.get(name);
    if (!tool) return refusal(`No call of ${name} can be undone.`);
    const original = this.find(name, wanted);
    if ('output' in original) return original;
    const question = await this.unasked(original);
    if (question !== undefined) return refusal(question);
    // It may have been undone during the wait.
    if (this.stateOf(original) !== 'stands') return refusal(UNDONE);
    return this.inverseOf(tool, original, by);
  }

  /** A call of the inverse by the model itself, with the arguments of a known call: undoes that, and only once. */
  directOf(call: ToolCall, values: ToolArguments): Plan | ToolOutcome | undefined {
    const asked = canonical(values);
    for (const original of [...this.options.log.tools].reverse()) {
      const tool = this.tools.get(original.name);
      if (tool?.undo.tool !== call.name || !succeeded(original)) continue;
      const filled = argumentsOf(tool.undo, original);
      if ('missing' in filled || canonical(filled.values) !== asked) continue;
      return this.stateOf(original) === 'stands' ? this.inverseOf(tool, original, call) : refusal(UNDONE);
    }
    return undefined;
  }

  /** While the work runs, no other call undoes the same. */
  async exclusively<T>(original: Logged, work: () => Promise<T>): Promise<T> {
    this.running.add(original.callId);
    try {
      return await work();
    } finally {
      this.running.delete(original.callId);
    }
  }

  private inverseOf({ undo }: Undoable, original: Logged, by: ToolCall): Plan | ToolOutcome {
    const filled = argumentsOf(undo, original);
    const tool = this.options.requests.get(undo.tool);
    if (!tool || 'missing' in filled) {
      const why = 'missing' in filled ? `${filled.missing} is not known` : `there is no ${undo.tool}`;
      return refusal(
        `Nothing was done: the earlier call cannot be undone, because ${why}. Tell the caller so.`,
      );
    }
    const call = new ToolCall({
      name: undo.tool,
      argumentsText: JSON.stringify(filled.values),
      turnId: by.turnId,
      callId: undoIdOf(original.callId),
      undoes: original.callId,
      emit: this.options.emit,
    });
    const { answers } = this.options;
    const answer = answers?.get(undo.tool) ?? (answers?.has(original.name) ? 'done' : undefined);
    return { original, order: undo.order ?? 'after', inverse: { tool, values: filled.values, call, answer } };
  }

  /** The call that is meant; a refusal if it is none, or not clear. */
  private find(name: string, wanted: unknown): Logged | ToolOutcome {
    const calls = this.options.log.tools.filter((call) => call.name === name && succeeded(call));
    const standing = calls.filter((call) => this.stateOf(call) === 'stands');
    const named = calls.find(({ callId }) => callId === wanted);
    const [only, ...others] = named ? [named] : standing;
    if (only && others.length === 0) {
      if (this.stateOf(only) === 'stands') return only;
      return refusal(UNDONE);
    }
    if (only) {
      const list = standing
        .slice(-MOST_LISTED)
        .map((call) => `"${call.callId}": ${call.arguments.slice(0, MOST_TOLD)}`);
      return refusal(
        `Nothing was done: several calls of ${name} stand. Name the one that is meant: ${list.join('; ')}.`,
      );
    }
    return refusal(
      `Nothing was done: no call of ${name} stands. Make the call without "${REPLACES}" if the caller wants it.`,
    );
  }

  private stateOf({ callId }: Logged): 'stands' | 'undone' {
    if (this.running.has(callId)) return 'undone';
    const undo = this.options.log.tools.find(({ undoes }) => undoes === callId);
    // An unknown outcome counts: nothing is undone twice.
    return undo && undo.failed !== 'error' && saysDone(undo.answer ?? '') ? 'undone' : 'stands';
  }

  /** What the model has to ask first; undefined if the caller has asked for it. */
  private async unasked({ callId, name, arguments: given }: Logged): Promise<string | undefined> {
    const { log, isEnglish } = this.options;
    await log.wordsKnown(WORDS_PATIENCE_MS);
    const question = `Nothing was done. Ask the caller whether the earlier call of ${name} (${given.slice(0, MOST_TOLD)}) should be undone, and call again after the answer [${callId}].`;
    const asked = log.tools.findLast(({ answer }) => answer?.startsWith(question) === true);
    const said = log.saidSince(asked?.callId ?? callId).filter((text) => text !== '' || asked);
    const last = said.at(-1);
    const agrees = asked
      ? last !== undefined && (!isEnglish || last === '' || agreesToUndo(last))
      : isEnglish && wantsUndone(said);
    if (agrees) return undefined;
    return question;
  }
}

function argumentsOf(
  undo: Undoable['undo'],
  { arguments: given, answer = '', isRedacted }: Logged,
): ReturnType<typeof fillUndo> {
  const values = isRedacted === true ? undefined : parseArguments(given);
  if (!values) return { missing: 'its arguments' };
  const { [REPLACES]: _replaced, ...rest } = values;
  return fillUndo(undo.arguments ?? {}, { arguments: rest, answer });
}

const succeeded = ({ answer, failed }: Logged): boolean =>
  answer !== undefined && !failed && saysDone(answer);

/** Nothing is done. */
const refusal = (output: string): ToolOutcome => toolFailure('TOOL_ARGUMENTS_INVALID', output);

/** The one idempotency key of a call that undoes another one. */
const undoIdOf = (callId: string): string =>
  `tcall_${createHash('sha256').update(`undo ${callId}`).digest('base64url').replace(/[-_]/g, '0').slice(0, 22)}`;

/** The same text for equal values. */
const canonical = (values: ToolArguments): string =>
  JSON.stringify(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
