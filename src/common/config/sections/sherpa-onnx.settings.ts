import { text } from '../setting.js';

/** Custom speech models, run by sherpa-onnx on this machine. PROVIDERS_FILE describes those that need more. */
export const sherpaOnnxSettings = {
  packageDirectory: text('SHERPA_ONNX_PACKAGE_DIR', {
    advanced: true,
    meaning:
      'Folder into which `npm run install:sherpa-onnx` installs the package sherpa-onnx-node, and from which it is loaded. Earshot does not include it, because it contains espeak-ng (GPL-3.0). Default: sherpa-onnx in DATA_DIR.',
  }),
  sttModelDirectory: text('SHERPA_ONNX_STT_MODEL_DIR', {
    meaning:
      'Folder of an unpacked sherpa-onnx speech-to-text model. It enables the speech-to-text provider `sherpa-onnx` in agent documents. PROVIDERS_FILE may set more: kind, language, processes. Default: none.',
  }),
  ttsModelDirectory: text('SHERPA_ONNX_TTS_MODEL_DIR', {
    meaning:
      'Folder of an unpacked sherpa-onnx text-to-speech model. It enables the text-to-speech provider `sherpa-onnx` in agent documents. PROVIDERS_FILE may set more: kind, vocoder, speaker, processes. Default: none.',
  }),
} as const;
