import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import * as Tooltip from '@radix-ui/react-tooltip';
import { lazy, Suspense, useState } from 'react';
import { isProblem } from '../api/problem.js';
import { useSignIn } from '../sign-in/use-sign-in.js';
import { Skeleton } from '../ui/loaded.js';
import { ToastProvider } from '../ui/toast.js';
import { AccountContext } from './account.js';
import { router } from './router.js';

const SignInPage = lazy(async () => ({ default: (await import('../sign-in/sign-in-page.js')).SignInPage }));
const InvitationPage = lazy(async () => ({
  default: (await import('../sign-in/invitation-page.js')).InvitationPage,
}));

/** How long data is shown without refetching, in milliseconds. */
const FRESH_MS = 5_000;

function newQueries() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Retry only an unreachable server; refusals are final.
        retry: (failures, error) => failures < 2 && isProblem(error, 'UNREACHABLE'),
      },
    },
  });
}

/** The studio: the sign-in page, or the application. */
export function App() {
  const [queries] = useState(newQueries);
  const signIn = useSignIn(() => queries.clear());
  return (
    <QueryClientProvider client={queries}>
      <Tooltip.Provider delayDuration={400}>
        <ToastProvider>
          {signIn.state === 'checking' && <Skeleton />}
          <Suspense fallback={<Skeleton />}>
            {signIn.state === 'out' && <SignInPage problem={signIn.problem} onTry={signIn.enter} />}
            {signIn.state === 'invited' && <InvitationPage token={signIn.token} onAccepted={signIn.enter} />}
          </Suspense>
          {signIn.state === 'in' && (
            <AccountContext value={signIn.account}>
              <RouterProvider router={router} />
            </AccountContext>
          )}
        </ToastProvider>
      </Tooltip.Provider>
    </QueryClientProvider>
  );
}
