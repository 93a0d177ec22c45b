import { useEffect, useState } from 'react';
import type { ConnectionReport, EarshotCall } from '../../../client/src/index.js';
import { Button } from '../ui/button.js';
import { ProblemNotice } from '../ui/notice.js';
import { judgeConnection } from './connection-verdict.js';
import { type CallChoice, prepareCall } from './live-call.js';
import { openTestTone } from './test-tone.js';

const REFRESH_MS = 1_000;

/** Length of a connected test call, in milliseconds: loss reports come every few seconds. */
const TEST_MS = 6_000;

interface Props {
  readonly choice: CallChoice;
  readonly call: EarshotCall | undefined;
  readonly disabled: boolean;
  /** Called when a test begins and ends, since only one call is made at a time. */
  readonly onBusy: (busy: boolean) => void;
}

/** The connection's measurements, and a test. */
function useConnection({ choice, call, onBusy }: Omit<Props, 'disabled'>) {
  const [report, setReport] = useState<ConnectionReport>({});
  const [verdict, setVerdict] = useState('');
  const [problem, setProblem] = useState<unknown>();
  const [isTesting, setTesting] = useState(false);
  const [callBefore, setCallBefore] = useState(call);
  if (call !== callBefore) {
    setCallBefore(call);
    if (call) setVerdict('');
  }
  useEffect(() => {
    if (!call) return;
    const refresh = () => void call.connectionReport().then((next) => next.path && setReport(next));
    const timer = setInterval(refresh, REFRESH_MS);
    return () => clearInterval(timer);
  }, [call]);
  const busy = (on: boolean) => {
    setTesting(on);
    onBusy(on);
  };
  const test = async () => {
    setProblem(undefined);
    busy(true);
    try {
      const found = await measure(choice, setVerdict);
      setReport(found);
      setVerdict(judgeConnection(found));
    } catch (error) {
      setVerdict('');
      setProblem(error);
    } finally {
      busy(false);
    }
  };
  return { report, verdict, problem, isTesting, test };
}

/** Connection figures of the running call, or of a short test call. */
export function ConnectionCheck({ disabled, ...rest }: Props) {
  const { report, verdict, problem, isTesting, test } = useConnection(rest);
  return (
    <details className="more-options" open>
      <summary>Connection</summary>
      <Figures report={report} />
      {verdict !== '' && (
        <p className="small" role="status" aria-label="Verdict on the connection">
          {verdict}
        </p>
      )}
      {problem !== undefined && <ProblemNotice error={problem} />}
      <div className="row">
        <Button small disabled={disabled || isTesting} onClick={() => void test()}>
          Test the connection
        </Button>
      </div>
    </details>
  );
}

/** A short call with a tone in place of the microphone. */
async function measure(choice: CallChoice, say: (words: string) => void): Promise<ConnectionReport> {
  const tone = openTestTone();
  say('Testing: connecting…');
  try {
    const { call, stopFollowing } = await prepareCall(choice, { microphone: tone.stream, audible: false });
    await call.start();
    say('Testing: measuring for a few seconds…');
    await new Promise((resolve) => setTimeout(resolve, TEST_MS));
    const report = await call.connectionReport();
    call.hangUp();
    stopFollowing();
    return report;
  } finally {
    tone.close();
  }
}

const inMs = (value: number | undefined) =>
  value === undefined ? '–' : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const inPercent = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(1)} %`);

function Figures({
  report: { path, roundTripMs, inbound, outbound },
}: {
  readonly report: ConnectionReport;
}) {
  const figures = [
    ['round-trip', 'Round trip', inMs(roundTripMs)],
    ['jitter', 'Jitter', inMs(inbound?.jitterMs)],
    ['loss-in', 'Lost, inbound', inPercent(inbound?.lossPercent)],
    ['loss-out', 'Lost, outbound', inPercent(outbound?.lossPercent)],
    ['codec', 'Codec', inbound?.codec ?? '–'],
    [
      'path',
      'Path',
      path
        ? `${path.local} (${path.localType}) → ${path.remote} (${path.remoteType}), ${path.protocol.toUpperCase()}`
        : '–',
    ],
  ] as const;
  return (
    <dl className="facts facts-small">
      {figures.map(([id, name, value]) => (
        <div key={id} className={id === 'path' ? 'wide' : undefined}>
          <dt>{name}</dt>
          <dd id={`figure-${id}`} className="numeric">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
