import { TurnEndModel } from '../../src/engines/local/turn-end/turn-end-model.js';
import { silence } from '../dialogues/sounds.js';
import { concat } from '../../test/support/audio.js';
import { shareRow } from './score.js';
import type { SpokenTurn } from './turn-corpus.js';

/** A model is asked when the caller has been found to be silent, which takes so long. */
const HEARD_SILENCE_MS = 190;
const OVER = 0.5;

/** How well a model tells whole turns from their beginnings, each given to it as a call would. */
export async function turnEndRows(path: string, turns: readonly SpokenTurn[]): Promise<string[]> {
  const model = await TurnEndModel.load(path, (error) => {
    throw error;
  });
  const isOver = async (samples: Int16Array) =>
    ((await model.judge(concat([samples, silence(HEARD_SILENCE_MS)]))) ?? 0) >= OVER;
  const beganMs = process.cpuUsage();
  let [whole, begun, beginnings] = [0, 0, 0];
  for (const { samples, beginning } of turns) {
    if (await isOver(samples)) whole++;
    if (!beginning) continue;
    beginnings++;
    if (!(await isOver(beginning))) begun++;
  }
  const { user, system } = process.cpuUsage(beganMs);
  await model.close();
  const cpuMs = Math.round((user + system) / 1_000 / (turns.length + beginnings));
  return [
    shareRow('end-of-turn model', 'a whole turn is heard to be over', whole, turns.length, ''),
    shareRow('end-of-turn model', 'the beginning of one is heard to go on', begun, beginnings, ''),
    `\nCPU time of one judgement: ${cpuMs} ms.`,
  ];
}
