import type { TextToolCall } from '../voice/text-conversation.js';
import { parseArguments } from './parse-arguments.js';
import type { ToolBox } from './tool-box.js';
import type { ToolDeclaration } from './tool-declaration.js';

/** The tools of a chat in text: as in a call, and each call is told with what it was given and gave. */
export class ReportedTools implements Pick<ToolBox, 'callerSpoke' | 'declarations' | 'ready' | 'run'> {
  readonly run: ToolBox['run'];

  /** @param called Told of each call of a tool, once it has answered. */
  constructor(
    private readonly tools: ToolBox,
    called: (call: TextToolCall) => void,
  ) {
    this.run = async (name, argumentsText, ...rest) => {
      const result = await tools.run(name, argumentsText, ...rest);
      called({ name, arguments: parseArguments(argumentsText) ?? {}, output: result.output });
      return result;
    };
  }

  callerSpoke(): void {
    this.tools.callerSpoke();
  }

  get declarations(): readonly ToolDeclaration[] {
    return this.tools.declarations;
  }

  get ready(): Promise<void> | undefined {
    return this.tools.ready;
  }
}
