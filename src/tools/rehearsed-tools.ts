import type { TextToolCall } from '../voice/text-conversation.js';
import { parseArguments } from './parse-arguments.js';
import type { ToolBox, ToolResult } from './tool-box.js';
import type { ToolDeclaration } from './tool-declaration.js';

/** Tools of a text conversation: declared as in a call, but answered by the test. */
export class RehearsedTools implements Pick<ToolBox, 'declarations' | 'ready' | 'run'> {
  /**
   * @param tools What the agent has in a call.
   * @param called Told of each tool that the agent calls with proper arguments.
   */
  constructor(
    private readonly tools: ToolBox,
    private readonly answer: (call: TextToolCall) => string,
    private readonly called: (call: TextToolCall) => void,
  ) {}

  get declarations(): readonly ToolDeclaration[] {
    return this.tools.declarations;
  }

  get ready(): Promise<void> | undefined {
    return this.tools.ready;
  }

  async run(name: string, argumentsText: string, signal: AbortSignal, turnId?: string): Promise<ToolResult> {
    const values = parseArguments(argumentsText);
    const isDeclared = this.declarations.some((declaration) => declaration.name === name);
    // The model gets the real error for a wrong call; nothing is sent.
    if (!values || !isDeclared) return this.tools.run(name, argumentsText, signal, turnId);
    const call: TextToolCall = { name, arguments: values };
    this.called(call);
    // Nobody presses keys in a rehearsal, unless the test says which.
    if (this.tools.isBuiltIn(name) && name !== 'collect_digits')
      return this.tools.run(name, argumentsText, signal, turnId);
    return { output: this.answer(call) };
  }
}
