/** Vouchers, their choice on the confirmation of an order, and the confirmation in the VIP zone. */
import { answers, at, DIALOG, press, refused, type Data, type State } from './state.ts'

const CONFIRM = '#/pages/goods/comfirm?issue=PHONE-0002&shares=4'
const VIP = '#/pages/goods/fconfirm?issue=CAMERAVIP-0001&shares=2'
const ID = '00000000-0000-4000-8000-000000000000'

/** Every voucher of the answer in turn used, expired, and back from a refund. */
const ended = answers('/order/discount', (data: Data) => {
  const items = data['items'] as Data[]
  const now = Date.now()
  const base = { amount: '10.00', minSpend: '50.00', grantedAt: now - 40 * 86_400_000, returned: null }
  items.splice(
    0,
    items.length,
    { ...base, id: ID, state: 'used', expiresAt: now + 86_400_000, order: ID },
    { ...base, id: ID.replace(/0$/, '1'), state: 'expired', expiresAt: now - 86_400_000, order: null },
  )
})

export const VOUCHER_STATES: State[] = [
  at('vouchers', 'member', '#/pages/order/discount'),
  at('vouchers-ended', 'member', '#/pages/order/discount?which=ended', { before: ended }),
  at('vouchers-none', 'newcomer', '#/pages/order/discount'),
  at('vouchers-failed', 'member', '#/pages/order/discount', { before: refused('/order/discount') }),
  at('confirm-voucher', 'member', CONFIRM),
  at('confirm-vouchers', 'member', CONFIRM, { act: press('main button[aria-haspopup=dialog]'), ...DIALOG }),
  at('vip-confirm', 'member', VIP),
  at('vip-confirm-low', 'newcomer', VIP),
  at('vip-goods', 'member', '#/pages/goods/goods?issue=CAMERAVIP-0001'),
  at('rule-vip', 'nobody', '#/pages/richtext/rule?key=vip'),
]
