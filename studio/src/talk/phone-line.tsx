import { useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client.js';
import { CopyButton } from '../ui/copy.js';

/** SIP address of the demo agent; empty for other agents. */
export function PhoneLine({ agentId }: { readonly agentId: string }) {
  const { data } = useQuery({
    queryKey: ['demo-line'],
    staleTime: Infinity,
    queryFn: () => take(api.GET('/v1/demo/line')),
  });
  if (data?.sipUri === undefined || data.agentId !== agentId) return null;
  return (
    <div className="talk-line small soft">
      <span>
        or call by telephone: <code>{data.sipUri}</code>
      </span>
      <CopyButton text={data.sipUri} label="Copy address" />
    </div>
  );
}
