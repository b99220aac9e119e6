import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Banknote,
  Crown,
  DoorClosed,
  Gift,
  PartyPopper,
  Percent,
  PiggyBank,
  RotateCcw,
  Ticket,
  TicketPercent,
  Trophy,
  Undo2,
  Users,
  Wallet,
} from 'lucide-react'
import type { STATEMENT_KINDS } from '@fairlot/contract/endpoints/wallet'

export type Kind = (typeof STATEMENT_KINDS)[number]

/** What a line looks like, by its kind. */
export const ICONS = {
  recharge: ArrowDownToLine,
  purchase: Ticket,
  release: Undo2,
  voucher: TicketPercent,
  voucher_back: TicketPercent,
  refund: RotateCcw,
  prize: Trophy,
  event_prize: PartyPopper,
  recycle: Banknote,
  interest: Percent,
  rebate: Users,
  vip_refund: Crown,
  task: Gift,
  withdrawal: ArrowUpFromLine,
  withdrawal_back: Undo2,
  piggy_in: PiggyBank,
  piggy_out: Wallet,
  closing: DoorClosed,
} as const satisfies Record<Kind, unknown>
/** The tile of each kind: in from outside, for shares, back, away. */
export const TILES = {
  recharge: 'bg-leaf text-leaf-3',
  purchase: 'bg-sea text-sea-3',
  release: 'bg-iris text-iris-3',
  voucher: 'bg-sun text-sun-3',
  voucher_back: 'bg-iris text-iris-3',
  refund: 'bg-iris text-iris-3',
  prize: 'bg-sun text-sun-3',
  event_prize: 'bg-sun text-sun-3',
  recycle: 'bg-leaf text-leaf-3',
  interest: 'bg-leaf text-leaf-3',
  rebate: 'bg-sun text-sun-3',
  vip_refund: 'bg-sun text-sun-3',
  task: 'bg-sun text-sun-3',
  withdrawal: 'bg-rose text-rose-3',
  withdrawal_back: 'bg-iris text-iris-3',
  piggy_in: 'bg-rose text-rose-3',
  piggy_out: 'bg-leaf text-leaf-3',
  closing: 'bg-rose text-rose-3',
} as const satisfies Record<Kind, string>
