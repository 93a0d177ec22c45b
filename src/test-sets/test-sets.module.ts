import { Module } from '@nestjs/common';
import { AnsweringModule } from '../answering/index.js';
import { AgentsModule } from '../agents/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { DeploymentsModule } from '../deployments/index.js';
import { KnowledgeModule } from '../knowledge/index.js';
import { MediaModule } from '../media/index.js';
import { CaseNeeds } from './case-needs.js';
import { ExpectationChecker } from './checks/expectation-checker.js';
import { PatternMatcher } from './checks/pattern-matcher.js';
import { TestRunsController } from './http/test-runs.controller.js';
import { TestSetsController } from './http/test-sets.controller.js';
import { CaseDraftsController } from './http/case-drafts.controller.js';
import { ModelAsker } from './judge/model-asker.js';
import { TextJudge } from './judge/text-judge.js';
import { GiveWay } from './run/give-way.js';
import { RehearsalLines } from './tested-agents/rehearsal-lines.js';
import { Rehearsal } from './run/rehearsal.js';
import { TestRunStarter } from './run/test-run-starter.js';
import { TestRunStore } from './run/test-run.store.js';
import { TestRunWorker } from './run/test-run-worker.js';
import { RecordedCalls } from './recorded/recorded-calls.service.js';
import { Replay } from './replay/replay.js';
import { ReplaySounds } from './replay/replay-sounds.js';
import { VersionedAgents } from './tested-agents/versioned-agents.js';
import { CallerVoices } from './spoken/caller-voices.js';
import { Simulation } from './simulated/simulation.js';
import { TestRunsService } from './test-runs.service.js';
import { TestSetsService } from './test-sets.service.js';

/** Test sets: conversations that an agent must pass, run on demand and on every deployment. */
@Module({
  imports: [
    AnsweringModule,
    AgentsModule,
    ConversationsModule,
    DeploymentsModule,
    KnowledgeModule,
    MediaModule,
  ],
  controllers: [TestSetsController, TestRunsController, CaseDraftsController],
  providers: [
    CallerVoices,
    CaseNeeds,
    ExpectationChecker,
    GiveWay,
    ModelAsker,
    PatternMatcher,
    Rehearsal,
    RehearsalLines,
    RecordedCalls,
    Replay,
    ReplaySounds,
    VersionedAgents,
    Simulation,
    TestRunStarter,
    TestRunStore,
    TestRunWorker,
    TestRunsService,
    TestSetsService,
    TextJudge,
  ],
  exports: [TestSetsService],
})
export class TestSetsModule {}
