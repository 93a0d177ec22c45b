import { useQuery } from '@tanstack/react-query';
import { identityProviders } from './session.js';

/** One button per provider; empty without providers. */
export function IdentityProviders() {
  const { data = [] } = useQuery({ queryKey: ['identity-providers'], queryFn: identityProviders });
  return data.map(({ id, name, startUrl }) => (
    <a key={id} className="button button-plain" href={startUrl}>
      Sign in with {name}
    </a>
  ));
}
