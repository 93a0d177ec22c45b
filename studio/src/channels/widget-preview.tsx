import { useEffect, useRef, useState } from 'react';
import { Widget } from '../../../client/widget/widget.js';
import { Segments } from '../ui/inputs.js';
import type { Look } from './widget-look.js';

interface Props {
  readonly connectorId: string;
  readonly look: Look;
  /** The connector lets pages of the studio call. */
  readonly mayCall: boolean;
  /** The visitor's page. */
  readonly host: string;
}

const SHOWN = [
  { value: 'open', label: 'Open' },
  { value: 'button', label: 'Button' },
] as const;

/** The real widget on a sketch of a page. */
export function WidgetPreview({ connectorId, look, mayCall, host }: Props) {
  const [shown, setShown] = useState<(typeof SHOWN)[number]['value']>('open');
  return (
    <div className="wizard-preview stack">
      <div className="row row-between row-wrap">
        <h3>As visitors see it</h3>
        <Segments label="What to show" value={shown} options={SHOWN} onValue={setShown} />
      </div>
      <div className="browser">
        <div className="browser-bar" aria-hidden="true">
          <i />
          <i />
          <i />
          <span className="truncate">{host}</span>
        </div>
        <div className="browser-page" aria-hidden="true">
          <b />
          <b />
          <i />
          <b />
          <b />
        </div>
        <LiveWidget connectorId={connectorId} look={look} isOpen={shown === 'open'} />
      </div>
      <p className="small soft">
        {mayCall
          ? 'It is the real button: press it, and your agent answers.'
          : 'It looks as on your page. Calls work on the pages that may show it.'}
      </p>
    </div>
  );
}

interface LiveWidgetProps extends Pick<Props, 'connectorId' | 'look'> {
  readonly isOpen: boolean;
}

/** The widget, in a frame that contains its fixed positioning. */
function LiveWidget({ connectorId, look, isOpen }: LiveWidgetProps) {
  const place = useRef<HTMLDivElement>(null);
  // The widget is made again only if a value has changed.
  const chosen = JSON.stringify(Object.entries(look).filter(([, value]) => value));
  useEffect(() => {
    const given = Object.fromEntries(JSON.parse(chosen) as [string, string][]) as Look;
    const widget = new Widget({ ...given, connector: connectorId, server: `${location.origin}/` });
    place.current?.append(widget.host);
    if (isOpen) widget.open({ focus: false });
    return () => widget.remove();
  }, [connectorId, chosen, isOpen]);
  return <div ref={place} className="widget-preview" role="group" aria-label="Preview" />;
}
