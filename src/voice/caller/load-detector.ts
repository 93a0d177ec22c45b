import { loadResampler } from '../../common/audio/index.js';
import { AgentFault } from '../agent-adapter.js';
import type { VoiceActivityDetector } from './voice-activity-detector.js';

/** Loads everything that a `CallerListener` needs. @throws AgentFault if the VAD cannot be loaded */
export async function loadDetector(
  load: () => Promise<VoiceActivityDetector>,
): Promise<VoiceActivityDetector> {
  try {
    await loadResampler();
    return await load();
  } catch (error) {
    throw new AgentFault('VOICE_DETECTION_UNAVAILABLE', 'Voice detection cannot be loaded', true, {
      cause: error,
    });
  }
}
