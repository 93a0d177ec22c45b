import { Global, Module } from '@nestjs/common';
import { InstanceSecretCheck } from './instance-secret-check.js';

/**
 * For the service only: the command line seals nothing. Global, because global modules start before those that depend
 * on the check.
 */
@Global()
@Module({ providers: [InstanceSecretCheck] })
export class InstanceSecretModule {}
