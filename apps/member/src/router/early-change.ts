import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Loads an address that changed while the first page was loading or before it was shown: until its first frame the router
 * does not listen to the browser, and then it does not ask either.
 */
export function useEarlyChange(): void {
  const router = useRouter()
  useEffect(() => {
    if (router.history.location.href !== router.state.location.href) void router.load()
  }, [router])
}
