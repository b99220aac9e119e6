/** Opens a page of the whole app in a test, as a member who is logged in. */
import { account, system } from '@fairlot/contract/endpoints/home'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, vi } from 'vitest'
import { pauses } from '../api/api.ts'
import type { Output } from '../api/api.ts'
import { startMessages } from '../i18n/i18n.ts'
import { hrefOf } from '../paths.ts'
import { queryClient } from '../queries/query-client.ts'
import { createAppRouter } from '../router/router.tsx'
import { useSession } from '../stores/session.ts'
import { useToast } from '../ui/feedback/toast.ts'
import { FakeServer } from './fake-server.ts'
import { setViewport } from './viewport.ts'

export const MEMBER = {
  id: '018f0000-0000-7000-8000-000000000001',
  nickname: 'Rahima',
  phone: '+88017***678',
}

export const systemInfo = (): Output<typeof system> => ({
  title: 'Fairlot',
  deployment: 'test',
  moneyMode: 'sandbox',
  standing: 'ok',
  tablist: ['home', 'investment', 'team', 'mine', 'mall'],
  modulesOff: [],
  vip_text: '',
  onlineservice: null,
  version: [],
  task_status: false,
  languages: ['en-us'],
  defaultLanguage: 'en-us',
  currency: { symbol: '₫', code: 'VND', decimals: 2 },
  utcOffsetMinutes: 0,
  terms: '1',
  invitationRequired: false,
  adultAge: 18,
  countries: [],
  serverTime: Date.now(),
})

export const accountOf = (more: Partial<Output<typeof account>> = {}): Output<typeof account> => ({
  member: {
    ...MEMBER,
    username: null,
    invitationCode: 'K7P2XQ',
    vipLevel: 0,
    memberSince: 0,
  },
  excludedUntil: null,
  frozenUntil: null,
  closing: false,
  agreeTo: null,
  balance: '1000.00',
  piggy: '0.00',
  orders: { awaiting: 0, pending: 0, to_receive: 0, received: 0 },
  vouchers: 0,
  ...more,
})

configure({
  // A limit for a hang, not for a busy machine: the first test of a file also loads the screen's code. A test may take longer.
  asyncUtilTimeout: 240_000,
  // Without this, a failure prints the whole page, which hides its message.
  getElementError: (message) => new Error(message ?? 'not found'),
})

// A lost answer is retried as often as in the app, but without the pauses.
pauses.ms.fill(0)

/** The server of the running test. */
export let server: FakeServer

/** A fake server, a member who is logged in and an empty page for each test. Call it once in a file of tests. */
export function setUpApp(): void {
  beforeEach(async () => {
    server = new FakeServer()
    server.listen()
    server.answer(system, systemInfo)
    server.answer(account, () => accountOf())
    await useSession
      .getState()
      .begin({ token: 'token', signKey: '11'.repeat(32), member: MEMBER, expiresAt: Date.now() + 3_600_000 })
  })

  afterEach(() => {
    cleanup()
    queryClient.clear()
    useToast.setState({ message: null })
    sessionStorage.clear()
    localStorage.clear()
    vi.unstubAllGlobals()
    setViewport(WIDE_PX)
  })
}

/** The width of the window that the environment begins with: the desktop layout. */
const WIDE_PX = 1024
export const PHONE_PX = 390

/** The history of the app that was opened last. */
export let appHistory: RouterHistory

/** Opens a link of `paths.ts`, in a window of a width in pixels if one is given, after another page if one is given. */
export async function openApp(
  link: Parameters<typeof hrefOf>[0],
  { width, before }: { width?: number; before?: Parameters<typeof hrefOf>[0] } = {},
): Promise<UserEvent> {
  if (width !== undefined) setViewport(width)
  await startMessages()
  appHistory = createMemoryHistory({ initialEntries: [...(before ? [hrefOf(before)] : []), hrefOf(link)] })
  const router = createAppRouter(appHistory)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
