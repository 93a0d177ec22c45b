import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Form } from '../ui/form.js';
import { FormFoot } from '../ui/form-foot.js';
import { TextInput } from '../ui/inputs.js';
import { Facts } from '../ui/surfaces.js';
import { formatMs, inWords } from '../ui/words.js';
import { trunksKey } from './queries.js';

interface Props {
  readonly trunk: Schemas['Trunk'];
  readonly onClose: () => void;
}

type Numbers = Readonly<Record<'toNumber' | 'fromNumber', string>>;

function useTest(trunkId: string, { toNumber, fromNumber }: Numbers) {
  return useAction(
    () =>
      take(
        api.POST('/v1/telephony/trunks/{trunkId}/test', {
          params: { path: { trunkId } },
          body: { ...(toNumber && { toNumber }), ...(fromNumber && { fromNumber }) },
        }),
      ),
    { changes: [trunksKey], quiet: true },
  );
}

const LABELS = { toNumber: 'Number to call', fromNumber: 'Number that is shown' } as const;

/** Checks whether a trunk's server responds, and optionally calls a number through it. */
export function TestTrunk({ trunk: { trunkId, name }, onClose }: Props) {
  const [toNumber, setToNumber] = useState('');
  const [fromNumber, setFromNumber] = useState('');
  const test = useTest(trunkId, { toNumber, fromNumber });
  return (
    <Dialog
      title={`Test “${name}”`}
      lead="With a number, that phone rings, hears a tone for a moment, and is hung up on."
      onClose={onClose}
    >
      <Form error={test.error} labels={LABELS} onSubmit={() => test.mutate(undefined)}>
        <Field label={LABELS.toNumber} name="toNumber" hint="Empty: only its server is asked.">
          {(ids) => <TextInput {...ids} value={toNumber} placeholder="+44…" onValue={setToNumber} />}
        </Field>
        {toNumber !== '' && (
          <Field
            label={LABELS.fromNumber}
            name="fromNumber"
            hint="One of an agent’s numbers. Empty: the first one."
          >
            {(ids) => <TextInput {...ids} value={fromNumber} onValue={setFromNumber} />}
          </Field>
        )}
        {test.data && <Result result={test.data} />}
        <FormFoot
          action={test.isPending ? 'Testing…' : 'Test'}
          cancel="Close"
          isBusy={test.isPending}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  );
}

const msOrDash = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : formatMs(value);

function Result({ result: { health, call } }: { readonly result: Schemas['TrunkTest'] }) {
  return (
    <div role="status" aria-label="Result of the test">
      <Facts
        facts={[
          ['Its server', health.state],
          ['Address', health.address],
          ['Round trip', msOrDash(health.roundTripMs)],
          ['Why', health.reason],
          ...(call
            ? ([
                ['The call', inWords(call.outcome)],
                ['Rang after', msOrDash(call.ringingMs)],
                ['Answered after', msOrDash(call.answeredMs)],
                ['Codec', call.codec],
                [
                  'Packets lost',
                  call.packetsLost === null ? '' : `${call.packetsLost} of ${call.packetsReceived}`,
                ],
              ] as const)
            : []),
        ]}
      />
    </div>
  );
}
