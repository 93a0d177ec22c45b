import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ApiError } from '../../common/errors/index.js';
import { namesEntityTag } from '../../http/index.js';
import { readRecording, type Recording } from '../recordings/recording.js';
import { parseByteRange } from './byte-range.js';

const OCTETS = 'application/octet-stream';

/** Request headers for ranges and caching (RFC 9110, 13 and 14). */
export interface RangeRequest {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly accept?: string | undefined;
}

/** Sends a recording, or the requested part of it. @throws ApiError 416 if that part lies outside. */
export function answerWithRecording(
  reply: FastifyReply,
  recording: Recording,
  request: RangeRequest,
): StreamableFile | undefined {
  const { sizeBytes, modifiedAt } = recording;
  const tag = `"${sizeBytes.toString(36)}-${modifiedAt.getTime().toString(36)}"`;
  void reply.headers({ 'Accept-Ranges': 'bytes', ETag: tag, 'Cache-Control': 'private, no-cache' });
  if (namesEntityTag(request.ifNoneMatch, tag)) {
    void reply.status(304);
    return undefined;
  }
  const isSame = request.ifRange === undefined || request.ifRange === tag;
  const range = isSame ? parseByteRange(request.range, sizeBytes) : 'whole';
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(sizeBytes);
  const { first, last } = range === 'whole' ? { first: 0, last: sizeBytes - 1 } : range;
  if (range !== 'whole') {
    void reply.status(206).header('Content-Range', `bytes ${first}-${last}/${sizeBytes}`);
  }
  return new StreamableFile(readRecording(recording, first, last), {
    type: request.accept === OCTETS ? OCTETS : 'audio/ogg; codecs=opus',
    length: last - first + 1,
  });
}

const rangeNotSatisfiable = (sizeBytes: number) =>
  new ApiError(416, 'RANGE_NOT_SATISFIABLE', 'The range lies outside of the recording.', {
    headers: { 'Content-Range': `bytes */${sizeBytes}` },
  });
