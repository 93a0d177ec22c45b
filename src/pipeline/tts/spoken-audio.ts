import { audioPieces, type AudioPiece, UnplayableAudio } from '../../common/audio/index.js';
import { providerFault } from '../../providers/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';

/**
 * What a server speaks, piece by piece.
 * @param sampleRateHz Of raw audio whose content type names no rate.
 * @throws AgentFault before anything is heard, where it is no audio that can be played
 */
export async function* spokenAudio(
  body: AsyncIterable<Uint8Array>,
  contentType: string | null,
  sampleRateHz: number,
): AsyncGenerator<AudioPiece> {
  try {
    yield* audioPieces(body, { contentType: contentType ?? '', sampleRateHz });
  } catch (error) {
    throw error instanceof UnplayableAudio ? unplayable(error, contentType) : error;
  }
}

function unplayable(cause: UnplayableAudio, contentType: string | null): AgentFault {
  const detail =
    `The voice's server sent ${cause.found} (content type: ${contentType ?? 'none'}). It must answer with raw PCM ` +
    'of 16 bits or a WAV file: see its settings, its model and the address of the provider.';
  return new AgentFault(providerFault.protocol, detail, true, { cause, detail });
}
