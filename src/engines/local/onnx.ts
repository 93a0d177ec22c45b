import '../../common/config/quiet-libraries.js';
import { InferenceSession } from 'onnxruntime-node';

export { InferenceSession, Tensor } from 'onnxruntime-node';

/**
 * Opens a model that works in one thread, and gives memory back after each run: kept for the next one, it would be as
 * much as the longest turn so far took. @throws Error when the file is missing.
 */
export const openModel = (file: string): Promise<InferenceSession> =>
  InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false });
