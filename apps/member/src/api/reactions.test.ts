// @vitest-environment happy-dom
import { FLAG } from '@fairlot/contract/flags'
import type { Code } from '@fairlot/contract/flags'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useToast } from '../ui/feedback/toast.ts'
import { CallError } from './api.ts'
import { bindDestinations, react } from './reactions.ts'

const FCONFIRM = '/pages/goods/fconfirm?issue=M1-0001'
const RECHARGE = { amount: '25.00', need: '25.00', next: FCONFIRM }

let path: string
let went: unknown[][]

beforeEach(() => {
  vi.useFakeTimers()
  path = FCONFIRM
  went = []
  const to =
    (place: string) =>
    (...options: unknown[]) =>
      void went.push([place, ...options])
  bindDestinations({
    path: () => path,
    isEnd: () => false,
    isVipConfirm: () => path.startsWith('/pages/goods/fconfirm'),
    login: to('login'),
    recharge: to('recharge'),
    vip: to('vip'),
    payOrder: to('payOrder'),
  })
})
afterEach(() => {
  vi.useRealTimers()
  useToast.setState({ message: null })
})

const refused = (code: Code, flag: ConstructorParameters<typeof CallError>[0]) =>
  new CallError(flag, { code, message: `refused: ${code}` })
const bought = (error: CallError) => react(error, { kind: 'action', recharge: RECHARGE })

describe('on the confirmation of the VIP zone', () => {
  test.each([
    ['VIP_REQUIRED', FLAG.vip, ['vip']],
    ['PAYMENT_REQUIRED', FLAG.payment, ['payOrder', RECHARGE]],
  ] as const)('%s shows its message at once and leads on after one second', (code, flag, place) => {
    bought(refused(code, flag))
    expect(useToast.getState().message).toMatchObject({ text: `refused: ${code}` })
    vi.advanceTimersByTime(999)
    expect(went).toEqual([])
    vi.advanceTimersByTime(1)
    expect(went).toEqual([place])
  })

  test('leads nowhere when the member has left the page within the second', () => {
    bought(refused('VIP_REQUIRED', FLAG.vip))
    path = '/pages/goods/goods?issue=M1-0001'
    vi.advanceTimersByTime(5_000)
    expect(went).toEqual([])
  })
})

test.each([
  ['VIP_REQUIRED', FLAG.vip],
  ['PAYMENT_REQUIRED', FLAG.payment],
] as const)('elsewhere, %s shows its message and leads nowhere', (code, flag) => {
  path = '/pages/goods/goods?issue=M1-0001'
  bought(refused(code, flag))
  expect(useToast.getState().message).toMatchObject({ text: `refused: ${code}` })
  vi.advanceTimersByTime(60_000)
  expect(went).toEqual([])
})

test('a balance that is too small leads to the recharge page after three seconds', () => {
  path = '/pages/goods/comfirm?issue=M1-0001'
  bought(refused('INSUFFICIENT_BALANCE', FLAG.refused))
  vi.advanceTimersByTime(2_999)
  expect(went).toEqual([])
  vi.advanceTimersByTime(1)
  expect(went).toEqual([['recharge', RECHARGE]])
})

test('a flag that the app does not know shows the server’s message and leads nowhere', () => {
  bought(refused('UNAVAILABLE', 1099))
  expect(useToast.getState().message).toMatchObject({ text: 'refused: UNAVAILABLE' })
  vi.advanceTimersByTime(60_000)
  expect(went).toEqual([])
})
