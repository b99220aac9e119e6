import type { LimitKind } from '@fairlot/contract/kinds/guard-kinds'
import { ArrowDownToLine, Clock3, Ticket, TrendingDown } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

export const LIMIT_ICONS: Record<LimitKind, LucideIcon> = {
  deposit: ArrowDownToLine,
  spend: Ticket,
  loss: TrendingDown,
  time: Clock3,
}
