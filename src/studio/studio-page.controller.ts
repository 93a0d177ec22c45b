import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../common/access/index.js';
import { ApiError, notFound } from '../common/errors/index.js';
import { namesEntityTag } from '../http/index.js';
import { securityHeaders } from './security-headers.js';
import { type StudioFile, StudioFiles } from './studio-files.js';
import { acceptsGzip } from './widget-file.js';

/** Names include a content hash. */
const KEEP_FOR_EVER = 'public, max-age=31536000, immutable';

/** Pages name the current assets, so they are revalidated each time. */
const ASK_EACH_TIME = 'no-cache';

/** Each response with a page has its own nonce, so none may be reused. */
const NEVER_KEPT = 'no-store';

/** The build's placeholder for the nonce. */
const NONCE_PLACE = '{{nonce}}';

/** Files have an extension; all other paths are routes of the application. */
const NAMES_A_FILE = /\.[^./]*$|^assets\//;

@Public()
@ApiExcludeController()
@Controller()
export class StudioPageController {
  constructor(private readonly files: StudioFiles) {}

  @Get()
  landing(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.serve('landing.html', request, reply);
  }

  /** The page's relative URLs need the slash. */
  @Get('studio')
  addSlash(@Res() reply: FastifyReply): void {
    void reply.redirect('/studio/', 308);
  }

  @Get('studio/*')
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const { '*': name } = request.params as { '*': string };
    this.serve(NAMES_A_FILE.test(name) ? name : 'index.html', request, reply);
  }

  private serve(name: string, request: FastifyRequest, reply: FastifyReply): void {
    const file = this.find(name);
    if (file.isPage) this.servePage(file, request, reply);
    else this.serveFile(file, request, reply);
  }

  private servePage(file: StudioFile, request: FastifyRequest, reply: FastifyReply): void {
    const nonce = randomBytes(16).toString('base64');
    void reply
      .headers({ ...securityHeaders(request.headers.host, nonce), 'Cache-Control': NEVER_KEPT })
      .type(file.contentType)
      .send(file.content.toString('utf8').replaceAll(NONCE_PLACE, nonce));
  }

  private serveFile(file: StudioFile, request: FastifyRequest, reply: FastifyReply): void {
    const { 'if-none-match': known, 'accept-encoding': codings } = request.headers;
    const isCompressed = acceptsGzip(codings);
    // An encoded representation needs its own validator (RFC 9110, 8.8.3.3).
    const etag = isCompressed ? file.etag.replace(/"$/, '-gzip"') : file.etag;
    void reply.headers({
      ...securityHeaders(request.headers.host),
      ETag: etag,
      'Cache-Control': file.immutable ? KEEP_FOR_EVER : ASK_EACH_TIME,
      Vary: 'Accept-Encoding',
      ...(isCompressed && { 'Content-Encoding': 'gzip' }),
    });
    if (namesEntityTag(known, etag)) void reply.status(304).send();
    else void reply.type(file.contentType).send(isCompressed ? file.compressed() : file.content);
  }

  private find(name: string): StudioFile {
    const file = this.files.find(name);
    if (file) return file;
    if (this.files.isBuilt) throw notFound();
    throw new ApiError(503, 'STUDIO_NOT_BUILT', 'The page has not been built yet: run `npm run build`.');
  }
}
