import type { TextToolCall } from '../voice/text-conversation.js';
import { parseArguments } from './parse-arguments.js';
import type { ToolBox, ToolDeclaration } from './tool-box.js';

/** The tools of a chat in text: as in a call, and each call is told with what it was given and gave. */
export class ReportedTools implements Pick<ToolBox, 'declarations' | 'run'> {
  readonly declarations: readonly ToolDeclaration[];
  readonly run: ToolBox['run'];

  /** @param called Told of each call of a tool, once it has answered. */
  constructor(tools: ToolBox, called: (call: TextToolCall) => void) {
    this.declarations = tools.declarations;
    this.run = async (name, argumentsText, ...rest) => {
      const result = await tools.run(name, argumentsText, ...rest);
      called({ name, arguments: parseArguments(argumentsText) ?? {}, output: result.output });
      return result;
    };
  }
}
