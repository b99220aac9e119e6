import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { Money } from '../../ui/values/money.tsx'
import { Code, Num } from '../../ui/values/num.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import type { OwnPart, PrizeEvent } from './use-prize.ts'

/** The member takes part no more: too few friends still counted. */
export function OwnLeftOut({ event, counted }: { event: PrizeEvent; counted: number }) {
  const { t } = useTranslation('event')
  return (
    <Card>
      <h2 className="text-title">{t('result.out')}</h2>
      <p className="text-ink-2 mt-1">{t('result.outText', { counted, needed: event.friends })}</p>
    </Card>
  )
}

/** The member's own result of an ended event: the prize, or the even share; nothing for a member who did not take part. */
export function OwnResult({ own }: { own: OwnPart | null }) {
  const { t } = useTranslation('event')
  if (!own?.joined) return null
  const { prize, share, paid } = own.joined
  const amount = prize ?? share
  if (amount === null)
    return (
      <Card>
        <h2 className="text-title">{t('result.lost')}</h2>
        <p className="text-ink-2 mt-1">{t('result.lostText')}</p>
      </Card>
    )
  return (
    <Ticket
      tone="gold"
      facts={
        <>
          <h2 className="text-title">{t(prize === null ? 'result.share' : 'result.won')}</h2>
          <Money amount={amount} className="text-display" />
        </>
      }
      yoursClass="flex flex-wrap items-center justify-between gap-3 p-4"
      yours={
        <>
          <p className="font-semibold">{t(paid ? 'result.paid' : 'result.paying')}</p>
          <ButtonLink {...paths.statement()} className="bg-on-gold! text-gold!">
            {t('result.statement')}
          </ButtonLink>
        </>
      }
    />
  )
}

/** The winners in the drawn order. */
export function Winners({ event }: { event: PrizeEvent }) {
  const { t } = useTranslation('event')
  if (event.results.length === 0) return null
  return (
    <Card pad="none">
      <h2 className="text-title px-4 pt-4">{t('winners')}</h2>
      <ol className="divide-line mt-1 divide-y">
        {event.results.map(({ place, seq, name, prize, mine }) => (
          <li
            key={place}
            className={cx('flex min-h-13 items-center gap-3 px-4 py-2 last:pb-3', mine && 'bg-gold-soft')}
          >
            <Num value={place} className="text-ink-2 min-w-6 font-semibold" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{mine ? t('you') : <bdi>{name}</bdi>}</span>
              <span className="text-cap text-ink-2">
                {t('joined.seq')} <Code>{seq}</Code>
              </span>
            </span>
            <Money amount={prize} className="font-bold" />
          </li>
        ))}
      </ol>
    </Card>
  )
}
