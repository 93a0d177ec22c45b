import type { CallRehearsal } from '../voice/agent-adapter.js';
import type { TextToolCall } from '../voice/text-conversation.js';
import { parseArguments } from './parse-arguments.js';
import { ToolBox, type ToolBoxCall, type ToolBoxOptions, type ToolResult } from './tool-box.js';
import type { ToolDeclaration } from './tool-declaration.js';

/** What an engine needs of the tools of a call. */
export type CallTools = Pick<
  ToolBox,
  'declarations' | 'ready' | 'run' | 'filler' | 'patienceMs' | 'keep' | 'onChange'
>;

/** Tools of a conversation: declared as in a call, but answered by the test. */
export class RehearsedTools implements CallTools {
  private constructor(
    private readonly tools: ToolBox,
    private readonly rehearsal: CallRehearsal,
    private readonly hearsKeys: boolean,
  ) {}

  /**
   * No tool is asked anything in a rehearsal, only which ones there are; that the agent wanted to transfer is what it
   * is to show.
   * @param rehearsal Answers the tools, and is told of each that the agent calls with proper arguments.
   */
  static of(
    call: Pick<ToolBoxCall, 'accountId' | 'agent' | 'knowledge' | 'keys'>,
    rehearsal: CallRehearsal,
    options: ToolBoxOptions,
  ): RehearsedTools {
    const { accountId, agent, knowledge, keys } = call;
    const box = new ToolBox(
      {
        ...{ accountId, agent, isRehearsal: true, emit: () => undefined },
        possibleActions: new Set(['transfer', 'dtmf']),
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

  /** The test answers the same call alike again. */
  keep(): void {}

  async run(name: string, argumentsText: string, signal: AbortSignal, turnId?: string): Promise<ToolResult> {
    const values = parseArguments(argumentsText);
    const isDeclared = this.declarations.some((declaration) => declaration.name === name);
    // The model gets the real error for a wrong call; nothing is sent.
    if (!values || !isDeclared) return this.tools.run(name, argumentsText, signal, turnId);
    const call: TextToolCall = { name, arguments: values };
    this.rehearsal.called(call);
    // Where nobody presses keys, the test says which were.
    if (this.tools.isBuiltIn(name) && (name !== 'collect_digits' || this.hearsKeys))
      return this.tools.run(name, argumentsText, signal, turnId);
    return { output: await this.rehearsal.answer(call) };
  }
}
