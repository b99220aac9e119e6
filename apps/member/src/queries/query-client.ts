/** The cache of every answer that screens show. */
import { onlineManager, QueryClient } from '@tanstack/react-query'
import { CallError } from '../api/api.ts'
import { STALE_MS } from './read.ts'

// The online manager assumes that a page starts with a network; a page that starts offline must correct it, or it would
// not notice when the network comes.
onlineManager.setOnline(navigator.onLine)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // A refusal is an answer: it is not retried. A call without an answer is tried twice more.
      retry: (failures, error) => !(error instanceof CallError) && navigator.onLine && failures < 2,
      // Without a network a call fails at once, so that a page without data says so instead of waiting.
      networkMode: 'always',
      refetchOnReconnect: true,
      throwOnError: false,
    },
    // An action that cannot be sent fails at once; it is never sent later by itself.
    mutations: { retry: false, networkMode: 'always' },
  },
})
