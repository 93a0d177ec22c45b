// A process that only delivers webhooks, configured by its environment. Prints `ready`.
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { CommonModule } from '../../../src/common/common.module.js';
import { AppConfig } from '../../../src/common/config/index.js';
import { WebhooksModule } from '../../../src/webhooks/index.js';

@Module({ imports: [CommonModule.forRoot(AppConfig.fromEnvironment()), WebhooksModule] })
class DeliveryProcessModule {}

const context = await NestFactory.createApplicationContext(DeliveryProcessModule, { bufferLogs: true });
context.useLogger(context.get(Logger));
// The parent may die without notice, which closes the pipe.
process.stdin.resume().on('end', () => process.exit(1));
process.on('SIGTERM', () => void context.close().then(() => process.exit(0)));
console.log('ready');
