/** Refunds of lost orders and rewards of tasks. */
import { calling, type Command } from '../../command.ts'

const state = calling({
  name: 'loyalty state',
  group: 'House',
  about: 'Show refunds of lost orders and rewards of tasks of the last 30 days',
  details:
    'Refunds that the account marketing cannot pay wait in the order of their days, and are paid when it is funded.',
  endpoint: 'loyaltyState',
  input: () => ({}),
  async print({ queued, marketing, days, tasks }, desk) {
    const { label, plain } = await desk.money()
    const right = (title: string) => ({ title, right: true as const })
    desk.table(
      [
        'day',
        'lost orders',
        right('issues'),
        right('refunds'),
        right(`refunded (${label})`),
        right('queued'),
        right('claims'),
        right('rewarded'),
      ],
      days.map((day) => [
        day.day,
        day.state ?? '',
        String(day.issues),
        String(day.refunds),
        plain(day.refunded),
        plain(day.queued),
        String(day.claims),
        plain(day.rewarded),
      ]),
      'Nothing was refunded or rewarded.',
    )
    if (tasks.length > 0)
      desk.table(
        ['task', right('claims'), right(`rewarded (${label})`), right('in vouchers')],
        tasks.map((one) => [one.task, String(one.claims), plain(one.rewarded), plain(one.vouchers)]),
      )
    desk.out(`The account marketing can pay ${plain(marketing)} ${label}.`)
    if (queued.refunds > 0)
      desk.out(
        `${queued.refunds} refunds of ${plain(queued.amount)} ${label} since ${queued.since ?? ''} wait for it. See: ${desk.hint('fund marketing')}`,
      )
  },
})

export const LOYALTY: readonly Command[] = [state]
