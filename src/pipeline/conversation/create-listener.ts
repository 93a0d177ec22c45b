import { CallerListener, type CallerVoiceEvent } from '../../voice/caller/index.js';
import { isEnglish } from '../../voice/turns/index.js';
import { STT_RATE_HZ } from '../stages/index.js';
import type { PipelineOptions } from './pipeline-options.js';

/** Creates the listener of a conversation. */
export function createListener(
  { context, detector, nowMs, noise }: PipelineOptions,
  follow: (event: CallerVoiceEvent) => void,
): CallerListener {
  const { trace, speech, agent } = context;
  return new CallerListener(detector, STT_RATE_HZ, follow, {
    ...noise,
    agent: speech,
    isEnglish: isEnglish(agent.languageCode),
    nowMs,
    trace,
  });
}
