import { Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { AppConfig } from '../config/index.js';

/** What must never reach a log, wherever a record holds it. */
const REDACTED = ['req.headers', 'res.headers', '*.authToken', '*.apiKey', '*.token', '*.secret', '*.sdp'];

/** Structured logs: static messages, data in fields, the request's correlation id on each record made during it. */
@Module({
  imports: [
    LoggerModule.forRootAsync({
      inject: [AppConfig],
      useFactory: (config: AppConfig) => ({
        pinoHttp: {
          level: config.instance.logLevel,
          base: { region: config.instance.region },
          redact: { paths: REDACTED, remove: true },
          customAttributeKeys: { reqId: 'correlationId' },
          serializers: {
            req: (request: { method: string; url: string }) => ({
              method: request.method,
              path: request.url.split('?', 1)[0],
            }),
            res: (response: { statusCode: number }) => ({ status: response.statusCode }),
          },
          customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'error' : 'debug'),
          ...(config.instance.logPretty && { transport: { target: 'pino-pretty' } }),
        },
      }),
    }),
  ],
})
export class LoggingModule {}
