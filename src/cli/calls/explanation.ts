import type { TurnTakingSettings } from '../../agent-document/index.js';
import {
  type ComparedTurn,
  recompute,
  type TracedPart,
  type TurnStory,
  whatIf,
} from '../../voice/trace/index.js';
import { turnTakingParameters } from '../../voice/turns/index.js';
import type { Bundle } from './bundle.js';

/** Limit of printed differences; one often causes many. */
const MOST_SHOWN = 5;

/** Each turn and its reasons, and whether a rerun makes the same decisions. */
export function explanationOf(bundle: Bundle): { readonly lines: string[]; readonly isSame: boolean } {
  const { conversationId, parts, isCutOff } = bundle;
  const again = parts.map(recompute);
  const total = (count: (one: (typeof again)[number]) => number) =>
    again.reduce((sum, one) => sum + count(one), 0);
  const differences = again.flatMap((one) => one.differences);
  const lines = parts.flatMap((part) =>
    whatIf(part, part.start.parameters).map(({ asItWas }) => storyOf(asItWas, part)),
  );
  return {
    isSame: differences.length === 0,
    lines: [
      `${conversationId}: ${lines.length} turns of the caller${isCutOff ? ' (the rest was not kept)' : ''}`,
      ...lines.map((line, index) => `${String(index + 1).padStart(4)}  ${line}`),
      `Decided once more: ${total((one) => one.decisions)} decisions on ${total((one) => one.steps)} events and ` +
        `${total((one) => one.windows)} windows of sound, ${differences.length === 0 ? 'all the same' : `${differences.length} otherwise`}.`,
      ...differences
        .slice(0, MOST_SHOWN)
        .map(
          ({ what, then, now }) => `      ${what}: ${JSON.stringify(then)} then, ${JSON.stringify(now)} now`,
        ),
    ],
  };
}

/** Turns that these settings would have changed, and how. */
export function changedTurns({ parts }: Bundle, settings: TurnTakingSettings): string[] {
  const turns = parts.flatMap((part) =>
    whatIf(part, turnTakingParameters(settings, part.start.parameters)).map((turn) => ({ part, turn })),
  );
  const changed = turns.flatMap(({ part, turn }, index) =>
    turn.isChanged ? [changeOf(index, part, turn)] : [],
  );
  return [`${changed.length} of ${turns.length} turns change`, ...changed];
}

const changeOf = (index: number, part: TracedPart, { asItWas, otherwise }: ComparedTurn): string =>
  `${String(index + 1).padStart(4)}  ${storyOf(asItWas, part)}\n   →  ${storyOf(otherwise, part)}`;

function storyOf(story: TurnStory, { start }: TracedPart): string {
  const { beganMs, outcome, atMs, speechEndMs, stoppedAgentMs, verdict, begunEarly } = story;
  const at = (ms: number) => `${((ms - start.atMs) / 1_000).toFixed(3)} s`;
  const silence =
    outcome === 'ended' && atMs !== undefined && speechEndMs !== undefined
      ? ` after ${Math.round(atMs - speechEndMs)} ms of silence`
      : '';
  return [
    `began ${at(beganMs)}`,
    `${WORDS[outcome]}${atMs === undefined ? '' : ` ${at(atMs)}`}${silence}`,
    ...(stoppedAgentMs === undefined ? [] : [`agent stopped ${at(stoppedAgentMs)}`]),
    ...(verdict === undefined ? [] : [`taken for ${verdict}`]),
    ...(begunEarly === 0 ? [] : [`${begunEarly} answers begun early`]),
  ].join(', ');
}

const WORDS: Readonly<Record<TurnStory['outcome'], string>> = {
  ended: 'ended',
  discarded: 'was none',
  none: 'would not have begun',
  open: 'was open at the end',
};
