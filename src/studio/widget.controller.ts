import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../common/access/index.js';
import { ApiError, notFound } from '../common/errors/index.js';
import { namesEntityTag } from '../http/index.js';
import { StudioFiles } from './studio-files.js';
import { WidgetFile } from './widget-file.js';

/** The unversioned URL gets updates within an hour. */
const FOR_AN_HOUR = 'public, max-age=3600, stale-while-revalidate=86400, stale-if-error=604800';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Pages of any origin may load it; it contains no tenant's data. */
const FOR_ALL_PAGES = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** `<script src="https://HOST/widget.js" data-connector=…>`: a button that calls an agent, for other sites. */
@Public()
@ApiExcludeController()
@Controller()
export class WidgetController {
  private readonly file: WidgetFile | undefined;

  constructor(files: StudioFiles) {
    const script = files.find('widget.js');
    this.file = script && new WidgetFile(script.content);
  }

  @Get('widget.js')
  latest(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.send(this.built(), FOR_AN_HOUR, request, reply);
  }

  /** The script tag's values for sites that use Subresource Integrity. */
  @Get('widget.json')
  describe(@Res({ passthrough: true }) reply: FastifyReply) {
    const { version, integrity } = this.built();
    void reply.headers({ ...FOR_ALL_PAGES, 'Cache-Control': 'public, max-age=60' });
    return { src: `/widget/${version}.js`, integrity };
  }

  /** Any other version than the current one would fail the page's integrity check. */
  @Get('widget/:file')
  oneVersion(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const built = this.built();
    if (file !== `${built.version}.js`) throw notFound();
    this.send(built, FOR_EVER, request, reply);
  }

  private send(file: WidgetFile, cache: string, request: FastifyRequest, reply: FastifyReply): void {
    const { content, encoding, etag } = file.formFor(request.headers['accept-encoding']);
    void reply.headers({
      ...FOR_ALL_PAGES,
      'Cache-Control': cache,
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    });
    if (namesEntityTag(request.headers['if-none-match'], etag)) void reply.status(304).send();
    else void reply.type('text/javascript; charset=utf-8').send(content);
  }

  private built(): WidgetFile {
    if (this.file) return this.file;
    throw new ApiError(503, 'WIDGET_NOT_BUILT', 'The widget has not been built yet: run `npm run build`.');
  }
}
