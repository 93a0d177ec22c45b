import { Global, Module } from '@nestjs/common';
import { InstanceSecretCheck } from './instance-secret-check.js';

/** For the service only: the command line seals nothing. Global modules start before those that use what they check. */
@Global()
@Module({ providers: [InstanceSecretCheck] })
export class InstanceSecretModule {}
