import { parentPort, workerData } from 'node:worker_threads';
import { pronounce, synthesise } from '../flite/flite-synthesizer.js';
import type { Recogniser, VoiceProfile } from '../pocketsphinx/recogniser.js';
import type { Vocabulary } from '../pocketsphinx/vocabulary.js';
import { RecogniserCache } from './recogniser-cache.js';
import type { SpeechWorkerData, SpeechWorkerReply, SpeechWorkerRequest } from './speech-worker-protocol.js';

/** The thread in which the speech engines run. It keeps nothing of an utterance once that has ended. */

if (!parentPort) throw new Error('This module runs as a worker thread');
const port = parentPort;
const data = workerData as SpeechWorkerData;
const recognisers = new RecogniserCache(data);

/** An utterance that is going on. Without a recogniser it waits for one and keeps its audio. */
interface Utterance {
  readonly vocabulary: Vocabulary;
  readonly voice: VoiceProfile;
  recogniser: Recogniser | undefined;
  readonly waiting: Int16Array[];
  ended: boolean;
}

const utterances = new Map<number, Utterance>();

port.on('message', (request: SpeechWorkerRequest) => {
  switch (request.kind) {
    case 'synthesise':
      return answerJob(request.job, () => {
        const samples = synthesise(data.flite, request.request);
        return { kind: 'synthesised', job: request.job, samples };
      });
    case 'pronounce':
      return answerJob(request.job, () => {
        const sounds = request.words.map((word) => pronounce(data.flite, word));
        return { kind: 'pronounced', job: request.job, sounds };
      });
    case 'prepare':
      return answerJob(request.job, () => {
        const recogniser = recognisers.acquire(request.vocabulary);
        if (recogniser) recognisers.release(request.vocabulary, recogniser);
        return { kind: 'prepared', job: request.job };
      });
    case 'begin':
      return begin(request.utterance, request.vocabulary, request.voice);
    case 'audio':
      return hear(request.utterance, request.samples);
    case 'end':
      return end(request.utterance);
    case 'cancel':
      return cancel(request.utterance);
  }
});

function reply(message: SpeechWorkerReply): void {
  port.postMessage(message);
}

function answerJob(job: number, work: () => SpeechWorkerReply): void {
  try {
    reply(work());
  } catch (error) {
    reply({ kind: 'job-failed', job, message: messageOf(error) });
  }
}

function begin(id: number, vocabulary: Vocabulary, voice: VoiceProfile): void {
  const utterance: Utterance = { vocabulary, voice, recogniser: undefined, waiting: [], ended: false };
  utterances.set(id, utterance);
  guarded(id, () => startIfPossible(utterance));
}

function startIfPossible(utterance: Utterance): void {
  const recogniser = recognisers.acquire(utterance.vocabulary);
  if (!recogniser) return;
  utterance.recogniser = recogniser;
  recogniser.start(utterance.voice);
}

function hear(id: number, samples: Int16Array): void {
  const utterance = utterances.get(id);
  if (!utterance) return;
  const { recogniser } = utterance;
  if (!recogniser) {
    utterance.waiting.push(samples);
    return;
  }
  guarded(id, () => {
    recogniser.feed(samples);
    reply({ kind: 'hearing', utterance: id, samples: samples.length, words: recogniser.words() });
  });
}

function end(id: number): void {
  const utterance = utterances.get(id);
  if (!utterance) return;
  utterance.ended = true;
  const { recogniser } = utterance;
  if (!recogniser) return;
  guarded(id, () => {
    recogniser.end();
    const heard = { words: recogniser.words(), voice: recogniser.voice() };
    utterances.delete(id);
    recognisers.release(utterance.vocabulary, recogniser);
    reply({ kind: 'heard', utterance: id, heard });
  });
  serveWaiting();
}

function cancel(id: number): void {
  const utterance = utterances.get(id);
  utterances.delete(id);
  const recogniser = utterance?.recogniser;
  if (!utterance || !recogniser) return;
  try {
    recogniser.end();
    recognisers.release(utterance.vocabulary, recogniser);
  } catch {
    recognisers.discard();
  }
  serveWaiting();
}

/** Gives a recogniser that became free to the utterance that waits longest. */
function serveWaiting(): void {
  for (const [id, utterance] of utterances) {
    if (utterance.recogniser) continue;
    guarded(id, () => startIfPossible(utterance));
    if (!utterance.recogniser) return;
    for (const samples of utterance.waiting.splice(0)) hear(id, samples);
    if (utterance.ended) end(id);
    return;
  }
}

/** What fails here fails its utterance alone. */
function guarded(id: number, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (utterances.get(id)?.recogniser) recognisers.discard();
    utterances.delete(id);
    reply({ kind: 'utterance-failed', utterance: id, message: messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
