/** What the first demo member asks to be told: the notices do not depend on who wins. */
import type { Context } from '../context.ts'
import { DAY_MS } from '../platform/durations.ts'
import { Refusal } from '../platform/refusal.ts'

async function remind({ mall }: Context, memberId: string, issue: string, kind: 'drawn' | 'ten_left') {
  try {
    await mall.remind(memberId, { issue, kind, on: true })
  } catch (error) {
    // an interrupted start has drawn the issue
    if (!(error instanceof Refusal && error.code === 'ALREADY_HAPPENED')) throw error
  }
}

/** In order; `at` is relative to the present. */
export const WISH_EVENTS: readonly {
  at: number
  run: (context: Context, memberId: string) => Promise<unknown>
}[] = [
  { at: -6 * DAY_MS, run: (context, memberId) => remind(context, memberId, 'FRIDGE-0001', 'ten_left') },
  { at: -5 * DAY_MS, run: (context, memberId) => remind(context, memberId, 'PHONE-0001', 'drawn') },
]
