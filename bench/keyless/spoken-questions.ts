import type { AgentDocument } from '../../src/agent-document/index.js';
import { loadResampler } from '../../src/audio/index.js';
import { concat } from '../../test/support/audio.js';
import { silence } from '../dialogues/sounds.js';
import { atUsualLevel } from '../duplex/alterations.js';
import { streetNoise } from '../duplex/noises.js';
import { type AskedTurn, OfflineTurns } from '../duplex/offline-turns.js';
import { SpeechSources } from '../duplex/speech-sources.js';
import { type Line, LINES, overLine } from '../recognition/lines.js';

/** "[pause 600]" within a sentence, in milliseconds. */
const PAUSE = /\s*\[pause (\d+)\]\s*/;

export const withoutPauses = (said: string): string => said.replace(new RegExp(PAUSE, 'g'), ' ');

/** Questions by voice, straight into voice detection, turn-taking and the recognizer, on a clock of their own. */
export class SpokenQuestions {
  private readonly noise = concat([streetNoise(), streetNoise()]);
  private constructor(
    private readonly turns: OfflineTurns,
    private readonly sources: SpeechSources,
    private readonly voices: readonly string[],
    private readonly line: Line,
  ) {}

  static async create(voices: readonly string[], lineName: string): Promise<SpokenQuestions> {
    const line = LINES.find(({ name }) => name === lineName);
    if (!line) throw new Error(`--line is one of: ${LINES.map(({ name }) => name).join('; ')}`);
    await loadResampler();
    return new SpokenQuestions(await OfflineTurns.create(), await SpeechSources.create(), voices, line);
  }

  /** @param at Number of the question, which decides on the voice. */
  async ask(at: number, document: AgentDocument, said: string): Promise<AskedTurn> {
    const samples = await this.say(said, this.voices[at % this.voices.length] ?? '');
    return await this.turns.ask(document, samples, (audio) => overLine(audio, this.line, this.noise, at + 1));
  }

  async close(): Promise<void> {
    await Promise.all([this.turns.close(), this.sources.close()]);
  }

  private async say(said: string, voice: string): Promise<Int16Array> {
    const spoken = said.split(PAUSE).map(async (part, at) => {
      if (at % 2 === 1) return silence(Number(part));
      return atUsualLevel(await this.sources.say(part, `natural:${voice}`));
    });
    return concat(await Promise.all(spoken));
  }
}
