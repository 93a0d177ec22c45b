import { isDeepStrictEqual } from 'node:util';
import type { TextToolCall } from '../../voice/index.js';
import type { ToolJudge } from './tool-judge.js';
import type { RecordedCall } from '../recorded/recorded-call.js';

type RecordedTools = RecordedCall['exchanges'][number]['tools'];

interface Played {
  readonly tool: RecordedTools[number];
  played: boolean;
}

function play(found: Played): string {
  found.played = true;
  return found.tool.answer;
}

const NOT_ON_RECORD = '{"error":"The tool failed. Go on without it."}';

/** Answers tools from the record of a call, by name and arguments; identical calls get their results in order. */
export class ToolTape {
  /** Calls not on record, in words. */
  readonly unknown: string[] = [];
  private readonly left: Played[];

  constructor(
    { exchanges }: RecordedCall,
    private readonly unknownAnswer = NOT_ON_RECORD,
    private readonly judge?: ToolJudge,
  ) {
    this.left = exchanges.flatMap(({ tools }) => tools.map((tool) => ({ tool, played: false })));
  }

  readonly answer = (call: TextToolCall): string | Promise<string> => {
    const ofTool = this.left.filter(({ tool }) => tool.name === call.name);
    const alike = ofTool.filter(({ tool }) => isDeepStrictEqual(tool.arguments, call.arguments));
    const next = alike.find(({ played }) => !played) ?? alike.at(-1);
    if (next) return play(next);
    return this.judge ? this.judged(call, ofTool, this.judge) : this.refuse(call);
  };

  /** Recorded calls that were not made, in words. */
  get missing(): string[] {
    return this.left
      .filter(({ played }) => !played)
      .map(({ tool }) => `${tool.name}(${JSON.stringify(tool.arguments)})`);
  }

  /** Unused results first: if two are equivalent, the call gets the one that is left. */
  private async judged(call: TextToolCall, ofTool: readonly Played[], judge: ToolJudge): Promise<string> {
    const inOrder = [...ofTool].sort((one, other) => Number(one.played) - Number(other.played));
    const same = await judge(
      call,
      inOrder.map(({ tool }) => tool.arguments),
    );
    const found = same === undefined ? undefined : inOrder[same];
    return found ? play(found) : this.refuse(call);
  }

  private refuse({ name, arguments: given }: TextToolCall): string {
    this.unknown.push(`${name}(${JSON.stringify(given)})`);
    return this.unknownAnswer;
  }
}
