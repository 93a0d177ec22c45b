import type { TextToSpeechEntry } from '../../src/providers/index.js';
import { cascadeMembers } from '../../src/pipeline/index.js';
import { AgentWords } from '../../src/pipeline/words/index.js';
import type { SpeechRequest } from '../../src/pipeline/stages/index.js';
import { CartesiaStandIn, ElevenLabsStandIn, type BehaviourChoice } from '../stand-ins/index.js';
import { synthesise } from '../stand-ins/audio/synthesis.js';
import { messages } from './support/adapters.js';

const KEY = 'the-key-of-a-voice';
const TEXT = 'Good morning, what can I do for you?';
const VOICES = {
  elevenlabs: { model: 'eleven_flash_v2_5', voice: 'JBFqnCBsd6RMkjVDRZzb' },
  cartesia: { model: 'sonic-3', voice: '694f9389-aac1-45b6-b726-9d9369183238' },
};

describe.each(['elevenlabs', 'cartesia'] as const)('voices of %s', (kind) => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  async function start(behaviour?: BehaviourChoice, apiKey = KEY) {
    const options = { apiKey: KEY, ...(behaviour !== undefined && { behaviour }) };
    const standIn = await (kind === 'elevenlabs' ? ElevenLabsStandIn : CartesiaStandIn).start(options);
    closers.push(() => standIn.close());
    const entry: TextToSpeechEntry = { kind, url: standIn.url, apiKey, ...VOICES[kind] };
    const members = await cascadeMembers(
      { stt: new Map(), llm: new Map(), tts: new Map([['voice', entry]]) },
      // A busy machine must not look like a hanging service.
      behaviour === 'hang-at-connect' ? 700 : 20_000,
      messages,
    );
    return { standIn, voice: members.tts.get('voice')!.provider };
  }

  const request = (more: Partial<SpeechRequest> = {}): SpeechRequest => ({
    text: TEXT,
    languageCode: 'en-GB',
    voiceId: undefined,
    speed: undefined,
    modelId: undefined,
    signal: new AbortController().signal,
    ...more,
  });

  async function spoken(speech: AsyncIterable<{ samples: Int16Array; sampleRateHz: number }>) {
    const pieces: Int16Array[] = [];
    for await (const { samples, sampleRateHz } of speech) {
      expect(sampleRateHz).toBe(24_000);
      pieces.push(samples);
    }
    return pieces;
  }

  it('stream samples while the service still synthesizes', async () => {
    const { voice } = await start();
    const pieces = await spoken(voice.speak(request()));
    expect(pieces.length).toBeGreaterThan(3);
    const expected = await synthesise(TEXT, 24_000);
    expect(pieces.flatMap((piece) => [...piece])).toEqual([...expected]);
  });

  it("receive the document's options beside its other settings", async () => {
    const { standIn, voice } = await start();
    const group = kind === 'elevenlabs' ? 'voice_settings' : 'generation_config';
    const options = { [group]: { stability: 0.5, speed: 0.1 }, seed: 7, model_id: 'other' };
    await spoken(voice.speak(request({ speed: 1.1, options })));
    expect(standIn.requests[0]?.body).toMatchObject({
      [group]: { stability: 0.5, speed: 1.1 },
      seed: 7,
      model_id: VOICES[kind].model,
    });
  });

  it("use the document's language, voice, model and speed where supported", async () => {
    const { standIn, voice } = await start();
    const chosen =
      kind === 'elevenlabs'
        ? { voiceId: '21m00Tcm4TlvDq8ikWAM', modelId: 'eleven_multilingual_v2' }
        : { voiceId: 'a0e99841-438c-4a64-b679-ae501e7d6091', modelId: 'sonic-2' };
    await spoken(voice.speak(request({ speed: 2 })));
    await spoken(voice.speak(request({ ...chosen, speed: 2 })));
    const [own, other] = standIn.requests;
    if (kind === 'elevenlabs') {
      expect(own).toEqual({
        url: '/v1/text-to-speech/JBFqnCBsd6RMkjVDRZzb/stream?output_format=pcm_24000',
        body: {
          text: TEXT,
          model_id: 'eleven_flash_v2_5',
          language_code: 'en',
          voice_settings: { speed: 1.2 },
        },
      });
      expect(other).toEqual({
        url: '/v1/text-to-speech/21m00Tcm4TlvDq8ikWAM/stream?output_format=pcm_24000',
        body: { text: TEXT, model_id: 'eleven_multilingual_v2', voice_settings: { speed: 1.2 } },
      });
    } else {
      expect(own?.body).toMatchObject({
        model_id: 'sonic-3',
        language: 'en',
        generation_config: { speed: 1.5 },
      });
      expect(other?.body).toEqual({
        transcript: TEXT,
        model_id: 'sonic-2',
        voice: { mode: 'id', id: chosen.voiceId },
        output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 24_000 },
        language: 'en',
      });
    }
  });

  it('receive phonemes of a hard word when the model supports them, and otherwise a respelling', async () => {
    const { standIn, voice } = await start();
    const ipa = 'm aɪ ˈ s iː k w ə l';
    const words = new AgentWords({
      speech: { pronunciations: [{ written: 'MySQL', spoken: 'my sequel', ipa }] },
    });
    for (const modelId of ['eleven_flash_v2', undefined].slice(kind === 'elevenlabs' ? 0 : 1))
      await spoken(
        voice.speak(request({ modelId, text: words.spoken('We use MySQL.', voice.abilities?.(modelId)) })),
      );
    const texts = standIn.requests.map(({ body }) => {
      const { text, transcript } = body as { text?: string; transcript?: string };
      return text ?? transcript;
    });
    expect(texts).toEqual(
      kind === 'elevenlabs'
        ? ['We use <phoneme alphabet="ipa" ph="maɪˈsiːkwəl">MySQL</phoneme>.', 'We use my sequel.']
        : ['We use <<m|aɪ|ˈ|s|iː|k|w|ə|l>>.'],
    );
  });

  it.each([
    ['refuse', 'PROVIDER_REFUSED'],
    ['error', 'PROVIDER_ERROR'],
    ['nonsense', 'PROVIDER_PROTOCOL'],
    ['hang-at-connect', 'PROVIDER_TIMEOUT'],
    ['drop', 'PROVIDER_LOST'],
  ] as const)("fail with the service's error: %s", async (behaviour, code) => {
    const { voice } = await start(behaviour);
    await expect(spoken(voice.speak(request()))).rejects.toMatchObject({ code });
  });

  it('are rejected with a wrong key or an unknown voice', async () => {
    const { voice } = await start('normal', 'another-key');
    await expect(spoken(voice.speak(request()))).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
    const good = await start();
    const unknown = request({ voiceId: '../../nobody' });
    await expect(spoken(good.voice.speak(unknown))).rejects.toMatchObject({ code: 'PROVIDER_REFUSED' });
  });

  it('stop when aborted', async () => {
    const { voice } = await start();
    const gone = new AbortController();
    const speech = voice.speak(request({ signal: gone.signal }))[Symbol.asyncIterator]();
    expect((await speech.next()).done).toBe(false);
    gone.abort();
    await expect(
      (async () => {
        while (!(await speech.next()).done);
      })(),
    ).rejects.toBeDefined();
  });
});
