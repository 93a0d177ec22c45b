import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type InferenceSession, openModel, Tensor } from '../onnx.js';
import { Pronouncer } from './sounds/pronouncer.js';
import { UnknownWords } from './sounds/unknown-words.js';
import { voiceFile, type VoiceTables } from './tables/voice-tables.js';
import { VoiceSentences } from './text/sentences.js';
import { FourierTransform } from './wave/fourier.js';
import { VOICE_FRAME_SAMPLES, VOICE_HOP_SAMPLES } from './wave/voice-frames.js';
import { hopsOf, withPause } from './wave/pauses.js';
import { WaveMaker, type Spectra } from './wave/wave-maker.js';

/** Maximum input of one run, 9 s of speech: the longer it is, the later is the first sound. */
const MAX_PHONEMES = 150;
/** Longer sentences are split after a clause, or without one between words. */
const CLAUSE_END = /(?<=[,;:—])\s+/u;
const WORD_END = /\s+/u;
const LONGEST = new RegExp(`.{1,${MAX_PHONEMES}}`, 'gsu');

/** Silence after a sentence, and after a part of one. */
const SENTENCE_PAUSE_MS = 250;
const CLAUSE_PAUSE_MS = 120;

/** The first piece is short, for a low time to first sound. */
const FIRST_PIECE_HOPS = 8;
const PIECE_HOPS = 40;

/**
 * Sets the voice to -20 dBFS (root mean square without pauses), the level of most providers, with peaks at -2.5 dBFS.
 */
const GAIN = 1.74;

export interface SynthesisRequest {
  readonly text: string;
  /** 1 is the voice's own pace, 2 twice as fast. */
  readonly speed: number;
}

/** The natural voice: English text to speech, by a network that was distilled from Kokoro-82M (`assets/voice`). */
export class Voice {
  private readonly sentences: VoiceSentences;
  private readonly pronouncer: Pronouncer;
  private readonly codes: ReadonlyMap<string, number>;

  private constructor(
    tables: VoiceTables,
    unknownWords: UnknownWords,
    private readonly network: InferenceSession,
    private readonly transform: FourierTransform,
  ) {
    this.sentences = new VoiceSentences(Object.keys(tables.forms.titles));
    this.pronouncer = new Pronouncer(tables, unknownWords);
    this.codes = new Map(Object.entries(tables.phonemes));
  }

  static async load(tables: VoiceTables): Promise<Voice> {
    const [network, unknownWords, transform] = await Promise.all([
      openModel(voiceFile('voice.onnx')),
      UnknownWords.load(tables),
      FourierTransform.load(VOICE_FRAME_SAMPLES),
    ]);
    return new Voice(tables, unknownWords, network, transform);
  }

  /** The pronunciation of a text: one phoneme string for each sentence, or part of one. */
  async phonemes(text: string): Promise<string[]> {
    const breaths: string[] = [];
    for (const sentence of this.sentences.split(text)) {
      breaths.push(...inBreaths(await this.pronouncer.phonemes(sentence)));
    }
    return breaths;
  }

  /** Speaks a text; other work may run between pieces. @yields Mono samples at `VOICE_RATE_HZ`. */
  async *speak({ text, speed }: SynthesisRequest): AsyncGenerator<Int16Array> {
    let length = FIRST_PIECE_HOPS;
    for (const sentence of this.sentences.split(text)) {
      for (const phonemes of inBreaths(await this.pronouncer.phonemes(sentence))) {
        const isEnd = /[.!?…]["”)]*$/.test(phonemes);
        const pauseHops = hopsOf((isEnd ? SENTENCE_PAUSE_MS : CLAUSE_PAUSE_MS) / speed);
        for (const piece of inPieces(withPause(await this.say(phonemes, speed), pauseHops), length)) {
          yield piece;
          length = PIECE_HOPS;
          await yieldToEventLoop();
        }
      }
    }
  }

  /** @returns Samples of each hop, including surrounding silence. */
  async say(phonemes: string, speed: number): Promise<Iterable<Float32Array>> {
    const codes = [...phonemes].flatMap((phoneme) => this.codes.get(phoneme) ?? []);
    if (codes.length === 0) return [];
    return new WaveMaker(this.transform).make(await this.spectraOf([0, ...codes, 0], speed));
  }

  private async spectraOf(codes: readonly number[], speed: number): Promise<Spectra> {
    const outputs = await this.network.run({
      ids: new Tensor('int64', BigInt64Array.from(codes, BigInt), [1, codes.length]),
      speed: new Tensor('float32', Float32Array.of(speed), [1]),
    });
    const output = (name: string) => {
      const tensor = outputs[name];
      if (!tensor) throw new Error(`The voice's network has no ${name}`);
      return tensor.data as Float32Array;
    };
    const pitch = output('f0');
    return {
      hops: pitch.length,
      pitch,
      harmonics: output('lh'),
      harmonicTurns: output('theta'),
      noise: output('ln'),
      rest: output('lr'),
      restPhases: output('phi'),
    };
  }
}

function inBreaths(phonemes: string): string[] {
  const words = (clause: string) =>
    joined(clause.split(WORD_END).flatMap((word) => word.match(LONGEST) ?? []));
  const clauses = phonemes.split(CLAUSE_END);
  return joined(
    clauses.flatMap((clause) => (clause.length <= MAX_PHONEMES ? [clause] : words(clause))),
  ).filter((breath) => breath !== '');
}

/** Joins parts again up to the maximum length. */
function joined(parts: readonly string[]): string[] {
  const longer: string[] = [];
  for (const part of parts) {
    const last = longer.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= MAX_PHONEMES)
      longer[longer.length - 1] = `${last} ${part}`;
    else longer.push(part);
  }
  return longer;
}

/** Joins hops and applies the gain. @param length Hops of the first piece. */
function* inPieces(hops: Iterable<Float32Array>, length: number): Generator<Int16Array> {
  let piece: Float32Array[] = [];
  let wanted = length;
  for (const hop of hops) {
    piece.push(hop);
    if (piece.length < wanted) continue;
    yield samplesOf(piece);
    piece = [];
    wanted = PIECE_HOPS;
  }
  if (piece.length > 0) yield samplesOf(piece);
}

function samplesOf(hops: readonly Float32Array[]): Int16Array {
  const samples = new Int16Array(hops.length * VOICE_HOP_SAMPLES);
  hops.forEach((hop, at) => {
    hop.forEach((value, index) => {
      samples[at * VOICE_HOP_SAMPLES + index] = Math.round(32_767 * Math.max(-1, Math.min(1, GAIN * value)));
    });
  });
  return samples;
}
