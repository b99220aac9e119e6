import {
  BadgeCheck,
  Coins,
  Gauge,
  IdCard,
  Landmark,
  MapPin,
  MessageSquareText,
  ReceiptText,
  Scale,
  Settings,
  Ticket,
  TicketPercent,
  UserRound,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { paths } from '../../paths.ts'

/** The pages of the account, in the order of the rail. */
export const ACCOUNT_ENTRIES = [
  'overview',
  'orders',
  'finance',
  'team',
  'vip',
  'vouchers',
  'reviews',
  'statement',
  'position',
  'payouts',
  'addresses',
  'identity',
  'limits',
  'settings',
] as const
export type AccountEntry = (typeof ACCOUNT_ENTRIES)[number]

export const ENTRY_ICONS: Record<AccountEntry, LucideIcon> = {
  overview: UserRound,
  orders: Ticket,
  finance: Coins,
  team: Users,
  vip: BadgeCheck,
  vouchers: TicketPercent,
  reviews: MessageSquareText,
  statement: ReceiptText,
  position: Scale,
  payouts: Landmark,
  addresses: MapPin,
  identity: IdCard,
  limits: Gauge,
  settings: Settings,
}

export const ENTRY_LINKS = {
  overview: paths.account(),
  orders: paths.orders(),
  finance: paths.financeOrders(),
  team: paths.team(),
  vip: paths.vip(),
  vouchers: paths.vouchers(),
  reviews: paths.myReviews(),
  statement: paths.statement(),
  position: paths.position(),
  payouts: paths.payouts(),
  addresses: paths.addresses(),
  identity: paths.identity(),
  limits: paths.limits(),
  settings: paths.setting(),
} as const satisfies Record<AccountEntry, unknown>
