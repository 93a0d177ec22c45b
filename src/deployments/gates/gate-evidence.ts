import type { DeploymentKind } from '../deployment.js';

/** What somebody wants to deploy. */
export interface Candidate {
  readonly version: string;
  readonly kind: DeploymentKind;
  /** E-mail address of the person who asks. */
  readonly askedBy: string;
}

export interface TestEvidence {
  readonly testSetId: string;
  readonly name: string;
  /** Finished runs of the candidate's version since the set was changed last, newest first. */
  readonly runs: readonly {
    readonly id: string;
    readonly hasPassed: boolean;
    readonly finishedAt: Date;
  }[];
}

/** What is known of a version when its gates are looked at. */
export interface GateEvidence {
  readonly now: Date;
  /** Of test sets that exist. */
  readonly tests: readonly TestEvidence[];
  /** How long the version was active in the environment of the soak gate. */
  readonly soakedMs: number;
  readonly approvals: readonly { readonly approvedBy: string; readonly createdAt: Date }[];
  /** E-mail addresses of those who wrote or first published the version. */
  readonly authors: readonly string[];
  /** Alert rules about the agent that are firing. */
  readonly firing: readonly { readonly id: string; readonly name: string }[];
}
