import type { TextToolCall } from '../voice/text-conversation.js';
import { parseArguments } from './parse-arguments.js';
import type { ToolBox } from './tool-box.js';
import type { ToolDeclaration } from './tool-call.js';

/** The tools of a text chat. They work as in a call, and each call is reported with its arguments and answer. */
export class ReportedTools implements Pick<
  ToolBox,
  'callerSpoke' | 'callerSaid' | 'declarations' | 'ready' | 'run'
> {
  readonly run: ToolBox['run'];

  /** @param called Called after each tool call has answered. */
  constructor(
    private readonly tools: ToolBox,
    called: (call: TextToolCall) => void,
  ) {
    this.run = async (name, argumentsText, ...rest) => {
      const result = await tools.run(name, argumentsText, ...rest);
      const own = { callId: '', name, argumentsText, output: result.output };
      for (const made of [own, ...(result.also ?? [])])
        called({ name: made.name, arguments: parseArguments(made.argumentsText) ?? {}, output: made.output });
      return result;
    };
  }

  callerSpoke(): void {
    this.tools.callerSpoke();
  }

  callerSaid(text: string): void {
    this.tools.callerSaid(text);
  }

  get declarations(): readonly ToolDeclaration[] {
    return this.tools.declarations;
  }

  get ready(): Promise<void> | undefined {
    return this.tools.ready;
  }
}
