import { audioPieces, type AudioPiece, UnplayableAudio } from '../../audio/index.js';
import { providerFault } from '../../providers/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';

/**
 * Reads a server's audio, piece by piece.
 * @param sampleRateHz Of raw audio whose content type has no rate.
 * @throws AgentFault before the first audio if the format is unsupported
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
