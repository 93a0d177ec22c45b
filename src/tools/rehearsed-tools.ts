import type { CallRehearsal } from '../voice/agent-adapter.js';
import type { TextToolCall } from '../voice/text-conversation.js';
import { parseArguments, type ToolArguments } from './parse-arguments.js';
import { ToolBox, type ToolBoxOptions } from './tool-box.js';
import type { ToolBoxCall } from './tool-box-call.js';
import type { ToolDeclaration, ToolResult } from './tool-call.js';

/** The part of a call's tools that engines use. */
export type CallTools = Pick<
  ToolBox,
  | 'declarations'
  | 'ready'
  | 'run'
  | 'callerSpoke'
  | 'callerSaid'
  | 'filler'
  | 'patienceMs'
  | 'keep'
  | 'onChange'
>;

/** Tools of a test conversation: declared as in a call, but answered by the test. */
export class RehearsedTools implements CallTools {
  private constructor(
    private readonly tools: ToolBox,
    private readonly rehearsal: CallRehearsal,
    private readonly hearsKeys: boolean,
  ) {}

  /**
   * A dry run calls no tool. It reads the lists of MCP servers only, and shows that the agent wanted to transfer.
   * @param rehearsal Answers tool calls, and records each one with valid arguments.
   */
  static of(
    call: Pick<ToolBoxCall, 'accountId' | 'agent' | 'knowledge' | 'keys'>,
    rehearsal: CallRehearsal,
    options: ToolBoxOptions,
  ): RehearsedTools {
    const { accountId, agent, knowledge, keys } = call;
    const box = new ToolBox(
      {
        ...{ accountId, agent, isDryRun: true, emit: () => undefined },
        possibleActions: new Set(['transfer', 'dtmf']),
        act: (name, asked) => answered(rehearsal, name, parseArguments(asked) ?? {}),
        prepareAgent: () => Promise.resolve(true),
        ...(knowledge && { knowledge }),
        ...(keys && { keys }),
      },
      options,
    );
    return new RehearsedTools(box, rehearsal, keys !== undefined);
  }

  get declarations(): readonly ToolDeclaration[] {
    return this.tools.declarations;
  }

  get ready(): Promise<void> | undefined {
    return this.tools.ready;
  }

  get filler() {
    return this.tools.filler;
  }

  get patienceMs(): number {
    return this.tools.patienceMs;
  }

  onChange(listener: () => void): void {
    this.tools.onChange(listener);
  }

  callerSpoke(): void {
    this.tools.callerSpoke();
  }

  callerSaid(text: string): void {
    this.tools.callerSaid(text);
  }

  /** A repeated call gets the test's answer again. */
  keep(): void {}

  async run(name: string, argumentsText: string, signal: AbortSignal, turnId?: string): Promise<ToolResult> {
    const values = parseArguments(argumentsText);
    const isDeclared = this.declarations.some((declaration) => declaration.name === name);
    // A wrong call gets the real error; nothing is sent.
    if (!values || !isDeclared) return this.tools.run(name, argumentsText, signal, turnId);
    // Without DTMF input, the test supplies the keys.
    const isOwn = this.tools.isBuiltIn(name) && (name !== 'collect_digits' || this.hearsKeys);
    if (!isOwn) return await answered(this.rehearsal, name, values);
    this.rehearsal.called({ name, arguments: values });
    return await this.tools.run(name, argumentsText, signal, turnId);
  }
}

async function answered(
  { called, answer }: CallRehearsal,
  name: string,
  values: ToolArguments,
): Promise<ToolResult> {
  const call: TextToolCall = { name, arguments: values };
  called(call);
  return { output: await answer(call) };
}
