import { Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { AppConfig } from '../config/index.js';
import { quietAssembly } from './framework-records.js';
import { createLogStream } from './log-stream.js';

/** What must never reach a log, wherever a record holds it. */
const REDACTED = ['req.headers', 'res.headers', '*.authToken', '*.apiKey', '*.token', '*.secret', '*.sdp'];

/** Structured logs: static messages, data in fields. */
@Module({
  imports: [
    LoggerModule.forRootAsync({
      inject: [AppConfig],
      useFactory: (config: AppConfig) => ({
        pinoHttp: [
          {
            level: config.instance.logLevel,
            base: { region: config.instance.region },
            redact: { paths: REDACTED, remove: true },
            hooks: { logMethod: quietAssembly },
            // Requests are logged by `logRequests`, which tells no path of a client.
            autoLogging: false,
          },
          createLogStream(config.instance.logPretty),
        ],
      }),
    }),
  ],
})
export class LoggingModule {}
