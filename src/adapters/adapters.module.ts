import { Module } from '@nestjs/common';
import { AdapterRegistry, AGENT_ADAPTERS } from './adapter-registry.js';
import type { AgentAdapter } from './agent-adapter.js';
import { EchoAdapter } from './echo/echo.adapter.js';
import { StarterAdapter } from './starter/index.js';
import { TextJudge } from './judge/text-judge.js';

/** Everything that can answer a call, behind one contract. The starter agent serves what no configured provider serves. */
@Module({
  providers: [
    EchoAdapter,
    StarterAdapter,
    {
      provide: AGENT_ADAPTERS,
      inject: [EchoAdapter, StarterAdapter],
      useFactory: (...adapters: AgentAdapter[]) => adapters,
    },
    AdapterRegistry,
    TextJudge,
  ],
  exports: [AdapterRegistry, TextJudge],
})
export class AdaptersModule {}
