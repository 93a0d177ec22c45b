import type { DeploymentKind } from '../deployment.js';

/** A version to be deployed. */
export interface Candidate {
  readonly version: string;
  readonly kind: DeploymentKind;
  /** E-mail address of the requester. */
  readonly askedBy: string;
}

export interface TestEvidence {
  readonly testSetId: string;
  readonly name: string;
  /** Finished runs of the candidate's version since the last change of the set, newest first. */
  readonly runs: readonly {
    readonly id: string;
    readonly hasPassed: boolean;
    readonly finishedAt: Date;
  }[];
}

/** Facts about a version that gates are judged by. */
export interface GateEvidence {
  readonly now: Date;
  /** Of existing test sets. */
  readonly tests: readonly TestEvidence[];
  /** How long the version was active in the environment of the soak gate. */
  readonly soakedMs: number;
  readonly approvals: readonly { readonly approvedBy: string; readonly createdAt: Date }[];
  /** E-mail addresses of those who wrote or first published the version. */
  readonly authors: readonly string[];
  /** Firing alert rules about the agent. */
  readonly firing: readonly { readonly id: string; readonly name: string }[];
}
