import '../../common/config/quiet-libraries.js';
import { InferenceSession } from 'onnxruntime-node';

export { InferenceSession, Tensor } from 'onnxruntime-node';

/**
 * Opens a model for a single thread. Memory is released after each run: otherwise it would stay at the peak of the
 * longest turn so far. @throws Error if the file is missing.
 */
export const openModel = (file: string): Promise<InferenceSession> =>
  InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false });
