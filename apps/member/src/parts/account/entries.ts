import { Gauge, Landmark, ReceiptText, Scale, Settings, Ticket, UserRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { paths } from '../../paths.ts'

/** The pages of the account, in the order of the rail. */
export const ACCOUNT_ENTRIES = [
  'overview',
  'orders',
  'statement',
  'position',
  'payouts',
  'limits',
  'settings',
] as const
export type AccountEntry = (typeof ACCOUNT_ENTRIES)[number]

export const ENTRY_ICONS: Record<AccountEntry, LucideIcon> = {
  overview: UserRound,
  orders: Ticket,
  statement: ReceiptText,
  position: Scale,
  payouts: Landmark,
  limits: Gauge,
  settings: Settings,
}

export const ENTRY_LINKS = {
  overview: paths.account(),
  orders: paths.orders(),
  statement: paths.statement(),
  position: paths.position(),
  payouts: paths.payouts(),
  limits: paths.limits(),
  settings: paths.setting(),
} as const satisfies Record<AccountEntry, unknown>
