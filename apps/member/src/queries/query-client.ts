/** The cache of every answer that screens show. */
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { STALE_MS } from './read.ts'

// The online manager assumes that a page starts with a network; a page that starts offline must correct it, or it would
// not notice when the network comes.
onlineManager.setOnline(navigator.onLine)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // `callAgain` tries again, within one time-out.
      retry: false,
      // Without a network a call fails at once, so that a page without data says so instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      throwOnError: false,
    },
    // An action that cannot be sent fails at once; it is never sent later by itself.
    mutations: { retry: false, networkMode: 'always' },
  },
})
