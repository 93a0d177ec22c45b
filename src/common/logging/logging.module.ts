import { Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { AppConfig } from '../config/index.js';
import { quietAssembly } from './framework-records.js';
import { createLogStream } from './log-stream.js';

/** Redacted wherever a record contains it. */
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
            // `logRequests` logs requests without their paths.
            autoLogging: false,
          },
          createLogStream(process.stdout.isTTY),
        ],
      }),
    }),
  ],
})
export class LoggingModule {}
