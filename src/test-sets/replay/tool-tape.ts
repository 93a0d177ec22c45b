import { isDeepStrictEqual } from 'node:util';
import type { TextToolCall } from '../../voice/index.js';
import type { RecordedCall } from '../recorded/recorded-call.js';

type RecordedTools = RecordedCall['exchanges'][number]['tools'];

const NOT_ON_RECORD = '{"error":"The tool failed. Go on without it."}';

/** Answers tools from the record of a call, by name and arguments; several calls alike get their answers in order. */
export class ToolTape {
  /** Calls that are not on record, in words. */
  readonly unknown: string[] = [];
  private readonly left: { readonly tool: RecordedTools[number]; played: boolean }[];

  constructor(
    { exchanges }: RecordedCall,
    private readonly unknownAnswer = NOT_ON_RECORD,
  ) {
    this.left = exchanges.flatMap(({ tools }) => tools.map((tool) => ({ tool, played: false })));
  }

  readonly answer = ({ name, arguments: given }: TextToolCall): string => {
    const alike = this.left.filter(
      ({ tool }) => tool.name === name && isDeepStrictEqual(tool.arguments, given),
    );
    const next = alike.find(({ played }) => !played) ?? alike.at(-1);
    if (next) {
      next.played = true;
      return next.tool.answer;
    }
    this.unknown.push(`${name}(${JSON.stringify(given)})`);
    return this.unknownAnswer;
  };

  /** Calls on record that were not made, in words. */
  get missing(): string[] {
    return this.left
      .filter(({ played }) => !played)
      .map(({ tool }) => `${tool.name}(${JSON.stringify(tool.arguments)})`);
  }
}
