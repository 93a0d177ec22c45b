import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { OpenAiSpeech } from '../../src/pipeline/tts/openai-speech.js';
import { elevenLabs } from '../../src/pipeline/tts/elevenlabs-speech.js';
import { StreamedSpeech } from '../../src/pipeline/tts/streamed-speech.js';
import { StageChain, StageMember, type TextToSpeech } from '../../src/pipeline/stages/index.js';
import { AgentWords } from '../../src/pipeline/words/index.js';
import { SentenceSpeaker } from '../../src/pipeline/conversation/sentence-speaker.js';
import { AgentFault } from '../../src/voice/agent-adapter.js';
import { randomOf } from '../limits/random-documents.js';
import { messages } from './support/adapters.js';
import { frameBytes, type Layout, laidOut, noise, secondFrame, vowel, wavFile } from './support/sounds.js';

/** A recorded response. */
interface Shape {
  /** Source. */
  readonly source: string;
  readonly contentType: string;
  /** The start of the body in hexadecimal. */
  readonly header: string;
  /** Encoding of the audio after it; absent when unplayable. */
  readonly audio?: Layout;
  /** The format named by the fault. */
  readonly found?: string;
}

const MUTATIONS = 2_000;
const FOLDER = path.join('test', 'providers', 'shapes', 'speech');
const shapes = readdirSync(FOLDER).map((file): [string, Shape] => [
  path.basename(file, '.json'),
  JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Shape,
]);
const RAW: Layout = { encoding: 's16', channels: 1, sampleRateHz: 24_000 };

describe('recorded output of speech servers', () => {
  let server: Server;
  let url: string;
  /** The next response in chunks. */
  let answer: {
    readonly contentType: string | undefined;
    readonly body: Buffer;
    readonly pieceBytes: number;
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume().on('end', () => {
        const { contentType, body, pieceBytes } = answer;
        response.writeHead(200, contentType === undefined ? {} : { 'content-type': contentType });
        for (let at = 0; at < body.length; at += pieceBytes)
          response.write(body.subarray(at, at + pieceBytes));
        response.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const voices = (): readonly TextToSpeech[] => {
    const common = { url, apiKey: 'any', model: 'm', voice: 'v' };
    return [
      new OpenAiSpeech({ ...common, messages: messages.of('openai') }, 10_000),
      new StreamedSpeech(elevenLabs, { ...common, messages: messages.of('elevenlabs') }, 10_000),
    ];
  };
  const request = () => ({
    text: 'Aah.',
    languageCode: 'en',
    voiceId: undefined,
    speed: undefined,
    modelId: undefined,
    signal: new AbortController().signal,
  });

  /** A voice's output for the response. Anything but its own faults is thrown. */
  async function spoken(voice: TextToSpeech) {
    const result: { samples: number[]; rates: Set<number>; fault?: AgentFault } = {
      samples: [],
      rates: new Set(),
    };
    try {
      for await (const { samples, sampleRateHz } of voice.speak(request())) {
        for (const sample of samples) result.samples.push(sample);
        result.rates.add(sampleRateHz);
      }
    } catch (error) {
      if (!(error instanceof AgentFault)) throw error;
      result.fault = error;
    }
    return result;
  }

  /** Each voice's output for a response, in any chunks. */
  async function heard(contentType: string | undefined, body: Buffer) {
    const results: Awaited<ReturnType<typeof spoken>>[] = [];
    for (const pieceBytes of [37, 1_001, body.length])
      for (const voice of voices()) {
        answer = { contentType, body, pieceBytes };
        results.push(await spoken(voice));
      }
    return results;
  }

  async function expectVowel(contentType: string | undefined, body: Buffer, sampleRateHz: number) {
    const expected = vowel(sampleRateHz).map((sample) => sample * 32_767);
    for (const { samples, rates, fault } of await heard(contentType, body)) {
      expect(fault).toBeUndefined();
      expect([...rates]).toEqual([sampleRateHz]);
      expect(samples).toHaveLength(expected.length);
      // One step of 8 bits is 1/128.
      expect(samples.findIndex((sample, at) => Math.abs(sample - (expected[at] ?? 0)) > 300)).toBe(-1);
    }
  }

  async function expectFault(contentType: string | undefined, body: Buffer, found: string) {
    for (const { samples, fault } of await heard(contentType, body)) {
      expect(samples).toEqual([]);
      expect(fault).toMatchObject({ code: 'PROVIDER_PROTOCOL', retryable: true });
      expect(fault?.detail).toContain(`sent ${found} (content type: ${contentType ?? 'none'})`);
      expect(fault?.detail).toMatch(/must answer with raw PCM of 16 bits or a WAV file/);
    }
  }

  it.each(shapes)(
    'is played or recognized as an error: %s',
    async (_name, { contentType, header, audio, found }) => {
      const head = Buffer.from(header, 'hex');
      if (audio) {
        const body = laidOut(vowel(audio.sampleRateHz), audio);
        return await expectVowel(contentType, Buffer.concat([head, body]), audio.sampleRateHz);
      }
      await expectFault(contentType, Buffer.concat([head, noise(9_000)]), found ?? '');
    },
  );

  it.each<[string, Layout, boolean]>([
    ['8 bits', { ...RAW, encoding: 'u8', sampleRateHz: 11_025 }, false],
    ['16 bits of two channels', { ...RAW, channels: 2, sampleRateHz: 44_100 }, false],
    ['16 bits, extensible', { ...RAW, sampleRateHz: 16_000 }, true],
    ['24 bits', { ...RAW, encoding: 's24' }, true],
    ['32 bits', { ...RAW, encoding: 's32', channels: 2, sampleRateHz: 48_000 }, false],
    ['floating point', { ...RAW, encoding: 'f32', sampleRateHz: 22_050 }, false],
    ['floating point of two channels, extensible', { ...RAW, encoding: 'f32', channels: 2 }, true],
    ['double precision', { ...RAW, encoding: 'f64' }, false],
  ])('may be a WAV file of %s', async (_name, layout, isExtensible) => {
    const body = wavFile(laidOut(vowel(layout.sampleRateHz), layout), layout, isExtensible);
    for (const type of ['audio/wav', 'audio/pcm;rate=8000', undefined])
      await expectVowel(type, body, layout.sampleRateHz);
  });

  it('may be one WAV file per part, or longer than its header claims', async () => {
    const vowels = laidOut(vowel(24_000), RAW);
    const file = wavFile(vowels, RAW);
    const short = wavFile(vowels.subarray(0, 1_000), RAW);
    const longer = Buffer.concat([short.subarray(0, short.indexOf('data') + 8), vowels]);
    const [inParts] = await heard('audio/wav', Buffer.concat([file, file]));
    expect(inParts?.samples).toHaveLength(2 * vowel(24_000).length);
    const [whole] = await heard('audio/wav', longer);
    expect(whole?.samples.length).toBeGreaterThan(vowel(24_000).length - 12);
    expect(whole?.fault).toBeUndefined();
  });

  it.each<[string | undefined, Layout]>([
    [undefined, RAW],
    ['audio/pcm', RAW],
    ['application/octet-stream', RAW],
    ['audio/pcm; rate=16000', { ...RAW, sampleRateHz: 16_000 }],
    ['audio/x-pcm;bit=16;sample-rate="48000"', { ...RAW, sampleRateHz: 48_000 }],
    ['AUDIO/L16;codec=pcm;RATE=32000', { ...RAW, sampleRateHz: 32_000 }],
    ['audio/pcm;rate=24000;channels=2', { ...RAW, channels: 2 }],
    ['audio/pcm;encoding=pcm_f32le;rate=44100', { ...RAW, encoding: 'f32', sampleRateHz: 44_100 }],
    ['audio/L16', { ...RAW, encoding: 's16be' }],
  ])('may be raw audio of the content type %s', async (contentType, layout) => {
    const silence = new Array<number>(500).fill(0);
    const body = laidOut([...vowel(layout.sampleRateHz)], layout);
    await expectVowel(contentType, body, layout.sampleRateHz);
    const [first] = await heard(contentType, Buffer.concat([laidOut(silence, layout), body]));
    expect(first?.samples.slice(0, 500)).toEqual(silence);
    expect(first?.samples).toHaveLength(500 + vowel(layout.sampleRateHz).length);
  });

  it.each<[string, string | undefined, Buffer]>([
    ['MP3', 'audio/pcm', Buffer.from('fffb9064', 'hex')],
    ['MP3', 'audio/mp3', Buffer.from('fffb9064', 'hex')],
    ['Ogg', 'audio/pcm', Buffer.from('OggS\0\x02')],
    ['Ogg', 'audio/ogg; codecs=opus', Buffer.alloc(0)],
    ['FLAC', undefined, Buffer.from('fLaC\0\0\0\x22')],
    ['WebM', 'application/octet-stream', Buffer.from('1a45dfa3', 'hex')],
    ['MP4', 'audio/mpeg', Buffer.from('\0\0\0\x1cftypM4A ')],
    ['AAC', 'audio/aac', Buffer.alloc(0)],
    ['G.711', 'audio/basic', Buffer.alloc(0)],
    ['G.711', 'audio/PCMU;rate=8000', Buffer.alloc(0)],
    ['no audio of 16 bits', 'audio/pcm', Buffer.alloc(0)],
    ['audio of 12 bits', 'audio/L12;rate=8000', Buffer.alloc(0)],
    [
      'a WAV file with 8 bits of µ-law',
      'audio/wav',
      wavFile(noise(9), { ...RAW, encoding: 'u8' }).fill('\x07', 20, 21),
    ],
    ['a WAV file without a format', 'audio/wav', Buffer.from('RIFF\0\0\0\0WAVEdata\0\0\0\0')],
  ])('is not audio: %s as %s', async (found, contentType, head) => {
    await expectFault(contentType, Buffer.concat([head, secondFrame(head), noise(9_000)]), found);
  });

  it.each(['audio/pcm;rate=500000', 'audio/L16;rate=600', 'audio/pcm;rate=24000;channels=20'])(
    'is not playable audio, with the content type %s',
    async (contentType) => {
      const [, found = ''] = /(?:rate|channels)=(\d+)$/.exec(contentType) ?? [];
      const words = contentType.includes('channels') ? `${found} channels` : `${found} Hz`;
      await expectFault(contentType, laidOut(vowel(24_000), RAW), `audio of ${words}`);
    },
  );

  it.each([
    ['JSON', 'application/json', '{"error":{"message":"The model is being loaded"}}'],
    ['JSON', 'audio/pcm', '{"detail": "quota exceeded for this key, try again later"}'],
    ['JSON', 'application/problem+json; charset=utf-8', ' [1]'],
    ['a page of HTML', undefined, '<!DOCTYPE html>\n<html><body>502 Bad Gateway</body></html>'],
    ['text', 'audio/wav', 'Internal error: no voice of this name was found.'],
    ['a stream of events', 'text/event-stream', 'data: {"type":"speech.audio.delta"}\n\n'],
  ])('is text rather than audio: %s as %s', async (found, contentType, body) => {
    await expectFault(contentType, Buffer.from(body), found);
  });

  it(`is played or rejected in ${MUTATIONS} mutations`, async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = randomOf(seed);
    const below = (end: number) => Math.floor(random() * end);
    const types = [undefined, 'audio/wav', 'audio/L16;rate=', 'audio/pcm;rate=-1', ';'];
    const made = voices();
    let played = 0;
    for (let round = 0; round < MUTATIONS; round += 1) {
      const [name, shape] = shapes[round % shapes.length] as (typeof shapes)[number];
      const { contentType, header, audio = RAW } = shape;
      const sound = laidOut(vowel(audio.sampleRateHz).slice(0, 500), audio);
      const body = Buffer.concat([Buffer.from(header, 'hex'), sound]);
      const isCut = random() < 0.3;
      if (!isCut) for (let left = below(4); left >= 0; left -= 1) body[below(60)] = below(256);
      const end = isCut || random() < 0.3 ? below(body.length) : body.length;
      const type = isCut || random() < 0.7 ? contentType : types[below(types.length)];
      const pieceBytes = 1 + Math.floor(end / 8) + below(end);
      answer = { contentType: type, body: body.subarray(0, end), pieceBytes };
      const { samples, rates, fault } = await spoken(made[round % 2] as TextToSpeech);
      const where = [seed, round, name];
      expect([...where, rates.size <= 1, samples.length <= end]).toEqual([...where, true, true]);
      if (fault) expect([...where, fault.code]).toEqual([...where, expect.stringMatching(/^PROVIDER_/)]);
      else played += 1;
      // Truncated audio is played up to its end.
      if (isCut && shape.audio && samples.length > 0) {
        const bytes = end - header.length / 2;
        expect([...where, fault]).toEqual([...where, undefined]);
        expect([...where, samples.length]).toEqual([...where, Math.floor(bytes / frameBytes(audio))]);
      }
    }
    expect(played).toBeGreaterThan(MUTATIONS / 4);
  }, 300_000);

  it('is replaced by the fallback, which alone is heard', async () => {
    const [openAi, other] = voices() as [TextToSpeech, TextToSpeech];
    const faults: AgentFault[] = [];
    const member = (name: string, provider: TextToSpeech) => ({
      member: new StageMember(name, provider),
      modelId: undefined,
    });
    const spare: TextToSpeech = {
      speak: (asked) => {
        const body = laidOut(vowel(24_000), RAW);
        answer = { contentType: 'audio/pcm', body, pieceBytes: 999 };
        return other.speak(asked);
      },
    };
    const speaker = new SentenceSpeaker({
      chain: new StageChain('acc', [member('first', openAi), member('spare', spare)], (fault) =>
        faults.push(fault),
      ),
      outputRateHz: 24_000,
      budgetMs: 10_000,
      words: new AgentWords({}),
    });
    answer = { contentType: 'audio/mpeg', body: Buffer.from(`ID3\x04${'x'.repeat(5_000)}`), pieceBytes: 100 };
    const written: number[] = [];
    await speaker.speak(request(), (samples) => {
      written.push(...samples);
      return Promise.resolve();
    });
    expect(faults.map(({ code }) => code)).toEqual(['PROVIDER_PROTOCOL']);
    expect(written).toEqual([...Int16Array.from(vowel(24_000), (sample) => Math.round(sample * 32_767))]);
  });
});
