import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber, formatPercent } from '../../../i18n/format.ts'
import { paths } from '../../../paths.ts'
import { CodeChip } from '../../../parts/shares/code-chip.tsx'
import { ShareStrip } from '../../../parts/shares/share-strip.tsx'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { Num } from '../../../ui/values/num.tsx'
import { sumOf } from '../../../parts/tiers/odds.ts'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { IssueFacts } from './issue-facts.tsx'
import { OrderLines } from '../detail/issue-orders.tsx'
import { nextStep } from '../order-state.ts'
import { stepLink } from '../step-link.ts'
import type { OrderIssue } from '../order-state.ts'

type IssueCardProps = {
  group: OrderIssue
  /** the first win of the list that waits for a choice: it is the gold action */
  isFirst: boolean
}

/** An issue with the member's orders: what is held, the state, the next step; opened, the orders. */
export function IssueCard({ group, isFirst }: IssueCardProps) {
  const { card, items } = group
  const [newest] = items
  const title = (
    <h2 className="text-lead line-clamp-2 break-words">
      <bdi>{card.product.title}</bdi>
    </h2>
  )
  return (
    <Ticket
      className="relative"
      factsClass="p-3.5 pb-3"
      yoursClass="px-3.5 pt-3 pb-3"
      facts={
        <>
          <IssueFacts
            group={group}
            title={
              newest === undefined ? (
                title
              ) : (
                <Link {...paths.order(newest.order)} className="cover">
                  {title}
                </Link>
              )
            }
          />
          <Standing group={group} />
        </>
      }
      yours={<Yours group={group} isFirst={isFirst} />}
    />
  )
}

/** The next step, and the orders behind a button that unfolds them. */
function Yours({ group, isFirst }: IssueCardProps) {
  const { t } = useTranslation('order')
  const [open, setOpen] = useState(false)
  const { card, items, orders } = group
  const [newest] = items
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {orders > 1 ? (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="text-brand relative inline-flex min-h-11 items-center gap-1.5 font-semibold"
          >
            {t('group.orders', { count: orders })}
            <ChevronDown
              size={19}
              strokeWidth={2}
              aria-hidden="true"
              className={cx('transition-transform', open && 'rotate-180')}
            />
          </button>
        ) : (
          <span />
        )}
        <Steps group={group} isFirst={isFirst} />
      </div>
      {open && (
        <div className="border-line relative mt-2.5 border-t">
          <OrderLines orders={items} won={card.winner?.code ?? null} />
          {orders > items.length && newest !== undefined && (
            <Link
              {...paths.order(newest.order)}
              className="text-brand inline-flex min-h-11 items-center font-semibold"
            >
              {t('group.all', { count: orders })}
            </Link>
          )}
        </div>
      )}
    </>
  )
}

/** The chance and progress, the time until the draw, or the winning code that is the member's. */
function Standing({ group: { card, status, shares, items } }: { group: OrderIssue }) {
  const { t } = useTranslation(['order', 'tiers'])
  const money = useMoneyText()
  const cash = items.flatMap(({ prizes }) => prizes)
  if (cash.length > 0) {
    return (
      <p className="text-gold-ink mt-3 font-bold">
        {t('tiers:won.title', { amount: money(sumOf(cash), 'price') })}
      </p>
    )
  }
  if (status === 'won' && card.winner !== null) {
    return (
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="text-ink-2">{t('group.won')}</span>
        <CodeChip code={card.winner.code} won />
      </p>
    )
  }
  if (status !== 'awaiting_draw') return null
  return (
    <>
      <p className="text-ink-2 mt-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{t('group.chance', { count: shares, total: formatNumber(card.shares) })}</span>
        <Num value={formatPercent((shares / card.shares) * 100)} className="text-ink font-bold" />
      </p>
      {card.status === 'selling' ? (
        <ShareStrip
          name={card.product.title}
          sold={card.sold}
          total={card.shares}
          mine={card.mine}
          stubs={20}
          className="mt-2"
        />
      ) : (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2 font-medium">
          {card.drawAt === null ? (
            t(card.awaitsWitness ? 'witness' : 'sealing')
          ) : (
            <>
              {t('drawIn')} <Countdown until={card.drawAt} label={t('drawIn')} />
            </>
          )}
        </p>
      )}
    </>
  )
}

/** The one next step; a win leads to the prize, and to the check of its draw. */
function Steps({ group, isFirst }: IssueCardProps) {
  const { t } = useTranslation('order')
  const { card, status, items } = group
  const { issue, product } = card
  const [first] = items
  const named = (label: string) => t('step.of', { step: label, name: product.title })
  const step = nextStep(group)
  if ((step === 'prize' || step === 'follow') && first !== undefined) {
    if (step === 'follow')
      return (
        <ButtonLink
          {...paths.order(first.order)}
          size="sm"
          tone={status === 'in_delivery' ? 'brand' : 'outline'}
          className="relative"
          aria-label={named(t('step.follow'))}
        >
          {t('step.follow')}
        </ButtonLink>
      )
    return (
      <div className="relative flex flex-wrap gap-2.5">
        <ButtonLink
          {...paths.order(first.order)}
          tone={isFirst ? 'gold' : 'brand'}
          aria-label={named(t('step.prize'))}
        >
          {t('step.prize')}
        </ButtonLink>
        <ButtonLink {...paths.calculation(issue)} tone="outline" aria-label={named(t('step.check'))}>
          {t('step.check')}
        </ButtonLink>
      </div>
    )
  }
  if (step === 'prize' || step === 'follow') return null
  return (
    <ButtonLink
      {...stepLink(step, issue)}
      size="sm"
      tone={step === 'watch' ? 'brand' : 'outline'}
      className="relative"
      aria-label={named(t(`step.${step}`))}
    >
      {t(`step.${step}`)}
    </ButtonLink>
  )
}
