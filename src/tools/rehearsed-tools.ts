import type { TextToolCall } from '../voice/text-conversation.js';
import { parseArguments } from './parse-arguments.js';
import type { ToolBox, ToolDeclaration, ToolResult } from './tool-box.js';

/** Tools of a conversation in text: declared as they are in a call, but answered by whoever rehearses the agent. */
export class RehearsedTools implements Pick<ToolBox, 'declarations' | 'run'> {
  readonly declarations: readonly ToolDeclaration[];

  /**
   * @param tools What the agent has in a call.
   * @param called Told of each tool that the agent calls with proper arguments.
   */
  constructor(
    private readonly tools: ToolBox,
    private readonly answer: (call: TextToolCall) => string,
    private readonly called: (call: TextToolCall) => void,
  ) {
    this.declarations = tools.declarations;
  }

  async run(name: string, argumentsText: string, signal: AbortSignal): Promise<ToolResult> {
    const values = parseArguments(argumentsText);
    const isDeclared = this.declarations.some((declaration) => declaration.name === name);
    // What is wrong with the call itself, the model is told in the words of the real thing; nothing leaves for a
    // tool then.
    if (!values || !isDeclared) return this.tools.run(name, argumentsText, signal);
    const call: TextToolCall = { name, arguments: values };
    this.called(call);
    if (this.tools.isBuiltIn(name)) return this.tools.run(name, argumentsText, signal);
    return { output: this.answer(call) };
  }
}
