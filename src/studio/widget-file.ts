import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** One encoding of the widget. */
export interface WidgetForm {
  readonly content: Buffer;
  readonly encoding: 'gzip' | undefined;
  /** Strong validator (RFC 9110, 8.8.3), different for each encoding. */
  readonly etag: string;
}

/** The widget's script, in memory and compressed once. */
export class WidgetFile {
  /** Content hash: a URL with it is immutable. */
  readonly version: string;
  /** For the `integrity` attribute of a script element (Subresource Integrity, 3.1). */
  readonly integrity: string;
  private readonly plain: WidgetForm;
  private readonly compressed: WidgetForm;

  constructor(script: Buffer) {
    const digest = createHash('sha384').update(script).digest();
    this.version = digest.toString('hex').slice(0, 16);
    this.integrity = `sha384-${digest.toString('base64')}`;
    this.plain = { content: script, encoding: undefined, etag: `"${this.version}"` };
    this.compressed = {
      content: gzipSync(script, { level: 9 }),
      encoding: 'gzip',
      etag: `"${this.version}-gzip"`,
    };
  }

  /** @param acceptEncoding the header of the request. */
  formFor(acceptEncoding: string | undefined): WidgetForm {
    return acceptsGzip(acceptEncoding) ? this.compressed : this.plain;
  }
}

/** RFC 9110, 12.5.3, as far as clients use it: `gzip` among the codings, and not with a weight of zero. */
export const acceptsGzip = (header = ''): boolean =>
  header.split(',').some((coding) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(coding));
