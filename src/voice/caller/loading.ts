import { type TurnTakingSettings, turnTakingOf } from '../../agent-document/index.js';
import { loadNoiseSuppression, loadResampler } from '../../audio/index.js';
import { AgentFault } from '../agent-adapter.js';
import type { ListeningOptions } from './caller-listener.js';
import type { VoiceActivityDetector } from './voice-activity-detector.js';

/** Loads everything that a `CallerListener` needs. @throws AgentFault if the VAD cannot be loaded */
export async function loadDetector(
  load: () => Promise<VoiceActivityDetector>,
): Promise<VoiceActivityDetector> {
  try {
    await loadResampler();
    return await load();
  } catch (cause) {
    throw new AgentFault('VOICE_DETECTION_UNAVAILABLE', 'Voice detection cannot be loaded', true, { cause });
  }
}

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
