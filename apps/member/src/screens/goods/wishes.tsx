import { favourite, remind } from '@fairlot/contract/endpoints/mall/wishes'
import { goodsDetail, goodsFilters, goodsList } from '@fairlot/contract/endpoints/mall/goods'
import type { ReminderKind } from '@fairlot/contract/kinds/issue-kinds'
import { useNavigate } from '@tanstack/react-router'
import { Bell, BellRing, Heart } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { wayIn } from '../../parts/auth/way-in.ts'
import { hrefOf, paths } from '../../paths.ts'
import { useAction } from '../../queries/actions.ts'
import { useMember } from '../../stores/session.ts'
import { cx } from '../../ui/cx.ts'
import type { Issue } from './use-issue.ts'

const RemindMenu = lazy(() => import('./remind-menu.tsx'))

const BUTTON = 'press relative flex h-10 shrink-0 items-center justify-center gap-2 rounded-full'
const LOOKS = {
  float: 'bg-surface text-ink shadow-card w-10',
  plain: 'text-ink hover:bg-sunken w-10',
  stage: 'bg-stage-raised text-on-stage w-10',
  pill: 'bg-surface text-ink shadow-card px-4 font-semibold',
} as const

type WishProps = {
  issue: Issue
  /** `float` on a picture, `plain` in a bar, `stage` on the dark panel, `pill` with its name beside the icon */
  look?: keyof typeof LOOKS
}
const FEW_LEFT = 10
/** What shows whether a product is saved. */
const TOUCHES = [goodsDetail, goodsList, goodsFilters]

/** Runs a member's action; a visitor is led to log in first. */
function useForMember(issue: string): (act: () => void) => void {
  const member = useMember()
  const navigate = useNavigate()
  return (act) => {
    if (member === null) void navigate(wayIn(hrefOf(paths.goods(issue))))
    else act()
  }
}

/** Saves the product, or removes it from the saved ones. */
export function SaveButton({ issue: { card, favourite: saved }, look = 'float' }: WishProps) {
  const { t } = useTranslation('goods')
  const forMember = useForMember(card.issue)
  const { mutate, isPending } = useAction(favourite, { touches: TOUCHES })
  return (
    <button
      type="button"
      aria-label={t('save.off')}
      aria-pressed={saved}
      title={saved ? t('save.on') : t('save.off')}
      aria-disabled={isPending}
      onClick={() => forMember(() => mutate({ product: card.product.code, on: !saved }))}
      className={cx(BUTTON, LOOKS[look])}
    >
      <span aria-hidden="true" className="absolute -inset-0.5" />
      <Heart
        size={20}
        strokeWidth={1.9}
        aria-hidden="true"
        className={cx(saved && 'fill-gold text-gold-ink')}
      />
      {look === 'pill' && t('save.off')}
    </button>
  )
}

/** What can still happen to the issue, and the next issues of the product. */
function kindsOf({ card }: Issue): ReminderKind[] {
  const isOpen = card.status === 'scheduled' || card.status === 'selling'
  if (!isOpen) return card.status === 'sold_out' ? ['drawn', 'opened'] : ['opened']
  // a table has two seats
  return card.seats === null && card.shares - card.sold > FEW_LEFT
    ? ['ten_left', 'drawn', 'opened']
    : ['drawn', 'opened']
}

/** The trigger of the menu, also while the menu's code is on its way. */
function remindLabel({ reminders }: Issue) {
  const Icon = reminders.length > 0 ? BellRing : Bell
  return (
    <>
      <span aria-hidden="true" className="absolute -inset-0.5" />
      <Icon
        size={20}
        strokeWidth={1.9}
        aria-hidden="true"
        className={cx(reminders.length > 0 && 'fill-gold text-gold-ink')}
      />
    </>
  )
}

/** What the member is told about the issue: a button whose menu loads when it is first opened. */
export function RemindButton({ issue, look = 'float' }: WishProps) {
  const { t } = useTranslation('goods')
  const [isWanted, setIsWanted] = useState(false)
  const forMember = useForMember(issue.card.issue)
  const { mutate } = useAction(remind, { touches: TOUCHES })
  const kinds = kindsOf(issue)
  const title = t('remind.title')
  const trigger = {
    'aria-label': title,
    className: cx(BUTTON, LOOKS[look]),
    children: (
      <>
        {remindLabel(issue)}
        {look === 'pill' && title}
      </>
    ),
  }
  const closed = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setIsWanted(true)}
      {...trigger}
    />
  )
  if (!isWanted) return closed
  return (
    <Suspense fallback={closed}>
      <RemindMenu
        kinds={kinds}
        chosen={issue.reminders}
        trigger={trigger}
        onChange={(kind, on) => forMember(() => mutate({ issue: issue.card.issue, kind, on }))}
      />
    </Suspense>
  )
}
