import { type TurnTakingSettings, turnTakingOf } from '../../agent-document/index.js';
import { loadNoiseSuppression } from '../../common/audio/index.js';
import { AgentFault } from '../agent-adapter.js';
import type { ListeningOptions } from './caller-listener.js';

export type NoiseOptions = Pick<ListeningOptions, 'noise' | 'overBackgroundDb'>;

/**
 * Loads the noise handling that a document enables.
 * @throws AgentFault if it cannot be loaded
 */
export async function loadNoise(settings: TurnTakingSettings | undefined): Promise<NoiseOptions> {
  const { suppression, overBackgroundDb } = turnTakingOf(settings).noise;
  const background = overBackgroundDb !== undefined && { overBackgroundDb };
  if (suppression !== 'rnnoise') return { ...background };
  try {
    return { ...background, noise: await loadNoiseSuppression() };
  } catch (cause) {
    throw new AgentFault('NOISE_SUPPRESSION_UNAVAILABLE', 'Noise suppression cannot be loaded', true, {
      cause,
    });
  }
}
