/**
 * A model of recharges at the sandbox company that knows only states and event ids. Every notice goes to the hook, signed or
 * forged, alone or several times at once; the model says what the hook answers and what is credited.
 */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import fc from 'fast-check'
import { expect } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import {
  signedNotice,
  type Forged,
  type NoticeText,
  type Person,
  type TestWallet,
} from '../wallet.fixture.ts'
import { expireRecharges } from './recharge.ts'
import { NOTICE_WINDOW_SECONDS } from '../../../platform/webhook.ts'

const KINDS = ['paid', 'declined', 'pending', 'amount', 'currency'] as const
const FORGERIES = ['secret', 'body', 'old', 'early', 'payment', 'form'] as const
const AMOUNT = 500_0000n
const MAX_OPEN = 3

type Kind = (typeof KINDS)[number]
type Forgery = (typeof FORGERIES)[number]

export type RechargeAct =
  | { do: 'open'; person: number }
  /** a new notice, or with `again` one that was sent before, with the same event id */
  | { do: 'notice'; which: number; kind: Kind; copies: number }
  | { do: 'again'; which: number; copies: number }
  /** a notice that reuses the event id of another payment */
  | { do: 'reused'; which: number }
  | { do: 'forged'; which: number; how: Forgery }
  /** 72 hours pass: every unpaid recharge has expired */
  | { do: 'late' }

const which = fc.nat(20)
const copies = fc.integer({ min: 1, max: 4 })

/** What the company sends, and what others send in its name. */
export const noticeAct: fc.Arbitrary<RechargeAct> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('notice'), which, kind: fc.constantFrom(...KINDS), copies }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('again'), which, copies }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reused'), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('forged'), which, how: fc.constantFrom(...FORGERIES) }),
  },
) as fc.Arbitrary<RechargeAct>

/** What happens between the notices. */
export const betweenNotices: fc.Arbitrary<RechargeAct> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('open'), person: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('late') }) },
) as fc.Arbitrary<RechargeAct>

type Recharge = {
  id: string
  paymentId: string
  person: number
  state: 'processing' | 'success' | 'failed'
  reason: 'declined' | 'expired' | 'amount_mismatch' | null
  sent: NoticeText[]
}

/** What an accepted notice does to a recharge. */
function take(recharge: Recharge, kind: Kind): void {
  const { state, reason } = recharge
  const isOpen = state === 'processing'
  if (kind === 'paid' && state !== 'success' && reason !== 'amount_mismatch')
    Object.assign(recharge, { state: 'success', reason: null })
  if (kind === 'declined' && isOpen) Object.assign(recharge, { state: 'failed', reason: 'declined' })
  if ((kind === 'amount' || kind === 'currency') && isOpen)
    Object.assign(recharge, { state: 'failed', reason: 'amount_mismatch' })
}

function textOf({ paymentId }: Recharge, kind: Kind): NoticeText {
  const type =
    kind === 'declined' ? 'payment.failed' : kind === 'pending' ? 'payment.pending' : 'payment.succeeded'
  return {
    eventId: `evt_${randomUUID()}`,
    paymentId,
    type,
    amount: formatMoney(kind === 'amount' ? AMOUNT + 1n : AMOUNT),
    currency: kind === 'currency' ? 'USD' : 'VND',
  }
}

const BEYOND = 2 * NOTICE_WINDOW_SECONDS * 1_000
/** The forgeries: what is sent, and the hook's answer. */
const forgeries = (one: Recharge): Record<Forgery, [NoticeText, Forged, number]> => {
  const text = textOf(one, 'paid')
  const paymentId = 'f'.repeat(32)
  return {
    secret: [text, { secret: new Uint8Array(32) }, 401],
    body: [text, { body: JSON.stringify({ ...text, amount: '999999.00' }) }, 401],
    old: [text, { signedAtMs: Date.now() - BEYOND }, 400],
    early: [text, { signedAtMs: Date.now() + BEYOND }, 400],
    payment: [{ ...text, paymentId }, {}, 404],
    form: [{ ...text, amount: '-500.00' }, {}, 400],
  }
}

export type NoticesModel = {
  /** Runs one act on the server and on the model, which say the same. */
  run(step: RechargeAct): Promise<void>
  /** What is open expires. @returns what was credited to each person, minor units */
  end(): Promise<bigint[]>
  /** what every wallet has got so far, minor units */
  credited(): bigint[]
  /** notices that the hook has answered */
  notices(): number
}

/** A model of the recharges of some people, which begins with one of each. */
export async function noticesModel(wallet: TestWallet, people: readonly Person[]): Promise<NoticesModel> {
  const hook = wallet.wallet.routes.find(({ path }) => path === '/hooks/sandbox')!
  const recharges: Recharge[] = []
  let notices = 0

  async function open(person: number): Promise<void> {
    const isOpen = (one: Recharge) => one.person === person && one.state === 'processing'
    if (recharges.filter(isOpen).length >= MAX_OPEN) return
    const input = { method: 'sandbox', amount: formatMoney(AMOUNT), requestId: randomUUID() }
    const { id, payUrl } = await people[person]!.client.call(ENDPOINTS.openRecharge, input)
    const paymentId = new URL(payUrl ?? '', wallet.url).searchParams.get('payment') ?? ''
    recharges.push({ id, paymentId, person, state: 'processing', reason: null, sent: [] })
  }

  /** Sends a notice this many times at once. */
  async function send(text: NoticeText, times: number, forged: Forged = {}): Promise<number[]> {
    const { headers, body } = signedNotice(wallet, text, forged)
    notices += times
    const request = {
      path: '/hooks/sandbox',
      rest: '',
      query: new URLSearchParams(),
      headers,
      body: Buffer.from(body),
      address: '127.0.0.1',
      requestId: 'model',
    }
    const answers = await Promise.all(Array.from({ length: times }, async () => hook.handle(request)))
    return answers.map(({ status }) => status)
  }

  async function expire(hours: number): Promise<void> {
    await wallet.database.advanceClock(hours * HOUR_MS)
    await expireRecharges(wallet.db)
    for (const one of recharges)
      if (one.state === 'processing') Object.assign(one, { state: 'failed', reason: 'expired' })
  }

  async function run(step: RechargeAct): Promise<void> {
    if (step.do === 'open') return open(step.person)
    if (step.do === 'late') return expire(72)
    const one = recharges[step.which % recharges.length]!
    if (step.do === 'notice') {
      const text = textOf(one, step.kind)
      expect(new Set(await send(text, step.copies))).toEqual(new Set([200]))
      one.sent.push(text)
      take(one, step.kind)
    } else if (step.do === 'again') {
      // the oldest notice comes last: notices are reordered
      const text = one.sent[0]
      if (text) expect(new Set(await send(text, step.copies))).toEqual(new Set([200]))
    } else if (step.do === 'reused') {
      const other = recharges.find(({ id, sent }) => id !== one.id && sent.length > 0)
      if (other)
        expect(await send({ ...textOf(one, 'paid'), eventId: other.sent[0]!.eventId! }, 1)).toEqual([409])
    } else {
      const [text, forged, status] = forgeries(one)[step.how]
      expect(await send(text, 1, forged)).toEqual([status])
    }
    const states = await wallet.db.query('select state, reason from recharge where recharge_id = $1', [
      one.id,
    ])
    expect(states).toEqual([{ state: one.state, reason: one.reason }])
  }

  const credited = () =>
    people.map(
      (_, person) =>
        BigInt(recharges.filter((one) => one.person === person && one.state === 'success').length) * AMOUNT,
    )
  for (const person of people.keys()) await open(person)
  return {
    run,
    async end() {
      await expire(1)
      return credited()
    },
    credited,
    notices: () => notices,
  }
}
