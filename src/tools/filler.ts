import { type AgentDocument, type AgentTool, calendarTools, mcpToolName } from '../agent-document/index.js';

type FillerChoice = NonNullable<AgentTool['filler']>;

/** Chooses the filler sentences that an agent says during slow tool calls, in the document's order. */
export class FillerChooser {
  private readonly choices: ReadonlyMap<string, FillerChoice>;
  private readonly used = new Map<string, number>();

  /** @param fill Inserts the call's variables into a sentence. */
  constructor(
    agent: AgentDocument,
    private readonly fill: (text: string) => string,
  ) {
    this.choices = new Map(
      fillersOf(agent).flatMap(({ name, filler }) => (filler ? [[name, filler] as const] : [])),
    );
  }

  /**
   * Says one filler sentence once the first of these tools exceeds its delay.
   * @returns Cancels the timer; idempotent.
   */
  watch(names: readonly string[], say: (text: string) => void): () => void {
    const choices = names.flatMap((name) => {
      const choice = this.choices.get(name);
      return choice ? [{ name, choice }] : [];
    });
    const [first] = choices.sort((one, other) => one.choice.afterMs - other.choice.afterMs);
    if (!first) return () => undefined;
    const timer = setTimeout(() => say(this.next(first.name, first.choice)), first.choice.afterMs);
    return () => clearTimeout(timer);
  }

  /** The tool's filler sentences, for models that speak them on their own. */
  sentencesOf(name: string): readonly string[] {
    return (this.choices.get(name)?.say ?? []).map(this.fill);
  }

  private next(name: string, { say }: FillerChoice): string {
    const count = this.used.get(name) ?? 0;
    this.used.set(name, count + 1);
    return this.fill(say[count % say.length] ?? '');
  }
}

/** By the names that models use. */
const fillersOf = ({ tools = [], mcpServers = [], calendars = [] }: AgentDocument) => [
  ...tools,
  ...mcpServers.flatMap((server) =>
    server.tools.map((tool) => ({ name: mcpToolName(server, tool), filler: server.filler })),
  ),
  ...calendars.flatMap((calendar) =>
    Object.values(calendarTools(calendar)).map(({ name }) => ({ name, filler: calendar.filler })),
  ),
];
