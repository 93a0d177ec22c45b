import { Global, Module } from '@nestjs/common';
import { InstanceSecretCheck } from './instance-secret-check.js';

/**
 * Of the service, not of the command line, which seals nothing. Global modules are started before those that use
 * what they check.
 */
@Global()
@Module({ providers: [InstanceSecretCheck] })
export class InstanceSecretModule {}
