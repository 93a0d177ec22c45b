import { integer, text } from '../setting.js';

/** Custom speech models, run by sherpa-onnx on this machine. */
export const sherpaOnnxSettings = {
  packageDirectory: text('SHERPA_ONNX_PACKAGE_DIR', {
    advanced: true,
    meaning:
      'Folder into which `npm run install:sherpa-onnx` installs the package sherpa-onnx-node, and from which it is loaded. Earshot does not include it, because it contains espeak-ng (GPL-3.0). Default: sherpa-onnx in DATA_DIR.',
  }),
  sttModelDirectory: text('SHERPA_ONNX_STT_MODEL_DIR', {
    meaning:
      'Folder of an unpacked sherpa-onnx speech-to-text model. It enables the speech-to-text provider `sherpa-onnx` in agent documents. Default: none.',
  }),
  sttModelKind: text('SHERPA_ONNX_STT_MODEL_KIND', {
    advanced: true,
    meaning:
      'Kind of that model, for example whisper or streaming-transducer; docs/how-to/local-models.md lists all. Default: detected from its files.',
  }),
  sttLanguage: text('SHERPA_ONNX_STT_LANGUAGE', {
    advanced: true,
    meaning:
      'Language of the callers as a code such as en, for multilingual models (Whisper, SenseVoice, Canary). Default: detected by the model.',
  }),
  ttsModelDirectory: text('SHERPA_ONNX_TTS_MODEL_DIR', {
    meaning:
      'Folder of an unpacked sherpa-onnx text-to-speech model. It enables the text-to-speech provider `sherpa-onnx` in agent documents. Default: none.',
  }),
  ttsModelKind: text('SHERPA_ONNX_TTS_MODEL_KIND', {
    advanced: true,
    meaning:
      'Kind of that model: vits (Piper too), matcha, kokoro or kitten. Default: detected from its files.',
  }),
  ttsVocoder: text('SHERPA_ONNX_TTS_VOCODER', {
    advanced: true,
    meaning: 'Path of the vocoder of a Matcha model, if it is in another folder.',
  }),
  ttsSpeaker: integer('SHERPA_ONNX_TTS_SPEAKER', {
    advanced: true,
    fallback: 0,
    min: 0,
    max: 100_000,
    meaning: 'Speaker, in models with several, for agents whose `voiceId` is not a number.',
  }),
  processes: integer('SHERPA_ONNX_PROCESSES', {
    advanced: true,
    fallback: 1,
    min: 1,
    max: 64,
    meaning:
      'Processes per model. A process synthesizes, or recognizes whole turns, one at a time; a streaming recognizer serves many callers at once.',
    danger: 'Each holds the whole model in memory, plus about 70 MB.',
  }),
  threads: integer('SHERPA_ONNX_THREADS', {
    advanced: true,
    fallback: 1,
    min: 1,
    max: 64,
    meaning: 'Compute threads of each process.',
    danger: 'More threads than processor cores make all calls slower.',
  }),
} as const;
