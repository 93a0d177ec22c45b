// A process that only delivers webhooks, configured by its environment and overrides of constants
// (the argument). Prints `ready`.
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { CommonModule } from '../../../src/common/common.module.js';
import { AppConfig, type Overrides } from '../../../src/common/config/index.js';
import { WebhooksModule } from '../../../src/webhooks/index.js';

const config = AppConfig.fromEnvironment(process.env, JSON.parse(process.argv[2] ?? '{}') as Overrides);

@Module({ imports: [CommonModule.forRoot(config), WebhooksModule] })
class DeliveryProcessModule {}

const context = await NestFactory.createApplicationContext(DeliveryProcessModule, { bufferLogs: true });
context.useLogger(context.get(Logger));
// The parent may die without notice, which closes the pipe.
process.stdin.resume().on('end', () => process.exit(1));
process.on('SIGTERM', () => void context.close().then(() => process.exit(0)));
console.log('ready');
