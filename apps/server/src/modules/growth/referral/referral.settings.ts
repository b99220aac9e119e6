/** Settings of referral. The rates of rebates are settings of identity, because the mall and finance set the highest rebates aside. */
import { money, defineSetting, type Setting } from '../../../platform/settings/settings.ts'

export const FRIEND_TOP_UP = defineSetting({
  name: 'growth.friendTopUp',
  about: 'Amount that an invited friend must top up to count for tasks.',
  kind: money({ minimum: 10_000n, maximum: 10n ** 12n }),
  initial: '100',
  effect: 'new',
})

export const FRIEND_MARGIN = defineSetting({
  name: 'growth.friendMargin',
  about:
    'Amount that the house must keep of a friend’s orders on average, after rebates and refunds, for the friend to count for tasks. The ladder and the task of inviting cannot pay more.',
  kind: money({ minimum: 10_000n, maximum: 10n ** 12n }),
  initial: '40',
  effect: 'new',
  twoPersons: 'real',
})

export const REFERRAL_SETTINGS: readonly Setting<unknown>[] = [FRIEND_TOP_UP, FRIEND_MARGIN]
