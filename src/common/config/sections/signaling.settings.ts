import { choice, integer, list } from '../setting.js';

export const signalingSettings = {
  gateway: choice('SIGNALING_GATEWAY', ['production', 'debug'], {
    fallback: 'production',
    meaning:
      'A production gateway refuses mode echo (FORBIDDEN); a debug gateway allows it for connectivity tests.',
    danger: 'A debug gateway lets token holders use bandwidth without an agent.',
  }),
  maxFrameBytes: integer('SIGNALING_MAX_FRAME_BYTES', {
    fallback: 131_072,
    min: 4_096,
    max: 1_048_576,
    meaning: 'Largest signaling frame, in bytes; a larger one closes the socket with 1009.',
  }),
  allowedOrigins: list('SIGNALING_ALLOWED_ORIGINS', {
    fallback: ['*'],
    meaning:
      'Origins whose pages may open the signaling socket, separated by commas; * allows all. A client that sends no Origin (an app) is ' +
      'always allowed: the token decides.',
  }),
} as const;
