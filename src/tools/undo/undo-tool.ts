import { saysDone } from '../../claims/index.js';
import type { CallLink, ToolRun } from '../http-tool.js';
import type { ToolArguments } from '../parse-arguments.js';
import type { CallMade, ToolCall, ToolDeclaration, ToolOutcome } from '../tool-call.js';
import { toolFailure } from '../tool-request.js';
import { LAST, type Plan, type PlanOptions, REPLACES, type PlannedCall, UndoPlans } from './undo-plans.js';

const UNDO = 'undo';

/** The second is absent if the first failed. */
type InOrder =
  | { readonly refused: ToolOutcome }
  | { readonly first: ToolOutcome; readonly second?: ToolOutcome; readonly refused?: undefined };

export interface UndoOptions extends PlanOptions {
  /** Makes a request within the time that the call leaves for it, and reports nothing. */
  readonly during: (
    call: ToolCall,
    signal: AbortSignal,
    make: (run: ToolRun) => Promise<ToolOutcome>,
  ) => Promise<ToolOutcome>;
  /** Reports the outcome. */
  readonly finish: (call: ToolCall, outcome: ToolOutcome) => void;
}

/** The outcome of a call by which a model undid something. */
export interface Undone {
  readonly outcome: ToolOutcome;
  /** For the model, besides the outcome. */
  readonly note?: string;
  readonly also?: readonly CallMade[];
  /** The model's own call was made, and reported, under this id. */
  readonly reportedAs?: string;
}

/**
 * Undoes calls of tools that name their inverse, alone or with a call that replaces them. Each is undone once, with one
 * idempotency key, and only where the model names it and the caller's words ask for it or answer a question about it.
 */
export class UndoTool {
  private readonly reported = new WeakSet<ToolCall>();

  private constructor(
    private readonly options: UndoOptions,
    private readonly plans: UndoPlans,
  ) {}

  /** Undefined if the document has no tool that can be undone. */
  static of(options: UndoOptions): UndoTool | undefined {
    const plans = new UndoPlans(options);
    return plans.tools.size > 0 ? new UndoTool(options, plans) : undefined;
  }

  get declaration(): ToolDeclaration {
    return {
      name: UNDO,
      description:
        'Undoes what a tool did for the caller, and does nothing else. Call it only where the caller takes it back ("forget that", ' +
        `"cancel it again"). Where something else is wanted instead, call the tool again with "${REPLACES}".`,
      parameters: {
        type: 'object',
        properties: {
          tool: { type: 'string', enum: [...this.plans.tools.keys()] },
          call: {
            type: 'string',
            description: `"${LAST}", or the id of a call that an answer of this tool lists.`,
          },
        },
        required: ['tool'],
      },
    };
  }

  /** Adds the argument with which a model says what a call replaces. */
  declared(declaration: ToolDeclaration): ToolDeclaration {
    if (!this.plans.tools.has(declaration.name)) return declaration;
    const { properties } = declaration.parameters;
    const description =
      `"${LAST}" where the caller corrects what an earlier call of this tool did ("no, Friday"): that is undone once this call has ` +
      'succeeded. Leave it out for a further order.';
    const own = { [REPLACES]: { type: 'string', description } };
    return {
      ...declaration,
      parameters: {
        ...declaration.parameters,
        type: 'object',
        properties: { ...(properties as object), ...own },
      },
    };
  }

  /** Undoes and makes what the model asks for; undefined if its call undoes nothing. */
  async run(call: ToolCall, values: ToolArguments, signal: AbortSignal): Promise<Undone | undefined> {
    if (call.name === UNDO) {
      const plan = await this.plans.planOf(String(values['tool']), values['call'] ?? LAST, call);
      if ('kind' in plan) return { outcome: plan };
      const outcome = await this.undoOnly(plan, signal);
      return { outcome: { ...outcome, output: told(outcome) }, also: [madeBy(plan.inverse, outcome)] };
    }
    const direct = this.plans.directOf(call, values);
    if (direct && 'kind' in direct) return { outcome: direct };
    if (direct)
      return { outcome: await this.undoOnly(direct, signal), reportedAs: direct.inverse.call.callId };
    const { [REPLACES]: replaced, ...rest } = values;
    if (!this.plans.tools.has(call.name) || replaced === undefined || replaced === null || replaced === '')
      return undefined;
    const plan = await this.plans.planOf(call.name, replaced, call);
    if ('kind' in plan) return { outcome: plan };
    const { requests, answers } = this.options;
    const tool = requests.get(call.name);
    return (
      tool &&
      (await this.replace(plan, { tool, values: rest, call, answer: answers?.get(call.name) }, signal))
    );
  }

  private async undoOnly({ original, inverse }: Plan, signal: AbortSignal): Promise<ToolOutcome> {
    const { callId: undoes } = original;
    return await this.plans.exclusively(original, () => this.make(inverse, signal, { undoes }));
  }

  private async replace(plan: Plan, next: PlannedCall, signal: AbortSignal): Promise<Undone> {
    const { original, order, inverse } = plan;
    return await this.plans.exclusively(original, async () => {
      const isAfter = order === 'after';
      const made = await this.inOrder(isAfter ? next : inverse, isAfter ? inverse : next, signal);
      if (made.refused) return { outcome: made.refused, note: STANDS };
      const outcome = isAfter ? made.first : made.second;
      const undo = isAfter ? made.second : made.first;
      const also = undo ? [madeBy(inverse, undo)] : [];
      if (!outcome)
        return { outcome: toolFailure('TOOL_FAILED', 'Nothing new was done.'), note: told(made.first), also };
      const reportedAs = next.call.callId;
      if (!undo) return { outcome, note: STANDS, reportedAs };
      return {
        outcome,
        note: isDone(outcome) ? told(undo) : `${told(undo)} ${NOTHING_STANDS}`,
        also,
        reportedAs,
      };
    });
  }

  /** The second call is made once the first has succeeded; the ledger knows both before the first request is sent. */
  private async inOrder(first: PlannedCall, second: PlannedCall, signal: AbortSignal): Promise<InOrder> {
    let ofSecond: readonly string[] = [];
    const { callId, name, argumentsText, undoes } = second.call;
    const secrets = (found: readonly string[]) => void (ofSecond = found);
    const request = await second.tool.prepare(second.values, { callId, secrets });
    if ('kind' in request) return { refused: request };
    const ofUndo = undoes !== undefined && { undoes };
    const then = { callId, name, request, ...(second.tool.storesText && { argumentsText }), ...ofUndo };
    let followed: ToolOutcome | undefined;
    const follow = async (outcome: ToolOutcome) => {
      this.report(first.call, outcome);
      if (isDone(outcome)) followed = await this.make(second, signal, { isFollowing: true });
    };
    const outcome = await this.make(first, signal, { ...undoneBy(first), then, follow }, ofSecond);
    return { first: outcome, ...(followed && { second: followed }) };
  }

  private async make(
    { tool, values, call, answer }: PlannedCall,
    signal: AbortSignal,
    link: CallLink,
    secrets: readonly string[] = [],
  ): Promise<ToolOutcome> {
    const tested = answer === undefined ? undefined : ({ kind: 'ok', output: answer } as const);
    if (tested) await link.follow?.(tested);
    const outcome =
      tested ??
      (await this.options.during(call, signal, (run) => {
        run.secrets(secrets);
        return tool.run(values, { ...run, link });
      }));
    this.report(call, outcome);
    return outcome;
  }

  /** Once, as soon as the outcome is known. */
  private report(call: ToolCall, outcome: ToolOutcome): void {
    if (this.reported.has(call)) return;
    this.reported.add(call);
    this.options.finish(call, outcome);
    this.options.log.put(call, outcome);
  }
}

const undoneBy = ({ call: { undoes } }: PlannedCall) => undoes !== undefined && { undoes };
const isDone = ({ kind, output }: ToolOutcome): boolean => kind === 'ok' && saysDone(output);
const STANDS = 'The earlier call was not undone: what it did still stands. Tell the caller.';
const NOTHING_STANDS = 'This one failed, so that nothing stands now. Tell the caller.';

const told = (undo: ToolOutcome): string =>
  isDone(undo)
    ? `The earlier call was undone: ${undo.output}`
    : undo.kind === 'error' || undo.kind === 'ok'
      ? `The earlier call could not be undone, and what it did still stands: ${undo.output} Tell the caller.`
      : `Whether the earlier call was undone is not known: ${undo.output} Tell the caller.`;

function madeBy(
  { call: { callId, name, argumentsText, undoes } }: PlannedCall,
  { kind, output }: ToolOutcome,
): CallMade {
  const failed = kind === 'ok' ? {} : { failed: kind };
  return { callId, name, argumentsText, output, ...(undoes !== undefined && { undoes }), ...failed };
}
