import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { cx } from '../../ui/cx.ts'
import { ShareStrip } from '../../parts/shares/share-strip.tsx'
import type { Order } from './success-view.tsx'

type StepState = 'done' | 'now' | 'later'

/** What happens next, updated as it happens. */
export function NextSteps({ order: { card } }: { order: Order }) {
  const { t } = useTranslation('success')
  const sold = card.status === 'sold_out' || card.status === 'drawn'
  const drawn = card.status === 'drawn'
  const over = card.status === 'expired' || card.status === 'refunded'
  const left = card.shares - card.sold
  // What this page began with keeps its height, so that nothing moves under the member's finger when the issue sells out.
  const [began] = useState(sold)
  if (over) {
    return (
      <Card>
        <h2 className="text-lead">{t('next.title')}</h2>
        <p className="text-ink-2 mt-2">{t(whyRefunded(card))}</p>
      </Card>
    )
  }
  return (
    <Card>
      <h2 className="text-lead">{t('next.title')}</h2>
      <ol className="mt-4">
        <Step state={sold ? 'done' : 'now'} title={t('next.selling')}>
          <ShareStrip
            name={card.product.title}
            sold={card.sold}
            total={card.shares}
            mine={card.mine}
            stubs={20}
            className="mt-1"
          />
          <span className="text-cap mt-1.5 block">
            {sold
              ? t('next.allSold', { count: card.shares })
              : t('next.left', { count: left, total: formatNumber(card.shares) })}
          </span>
        </Step>
        <Step state={drawn ? 'done' : sold ? 'now' : 'later'} title={t('next.draw')}>
          <span className="grid *:[grid-area:1/1]">
            <span aria-hidden="true" className="invisible">
              {t('next.drawText')}
            </span>
            <span>
              {card.status === 'sold_out' && card.drawAt !== null ? (
                <span className="inline-flex items-baseline gap-2">
                  {t('next.drawIn')}
                  <Countdown until={card.drawAt} label={t('next.drawIn')} />
                </span>
              ) : (
                t(drawn ? 'next.drawn' : 'next.drawText')
              )}
            </span>
          </span>
        </Step>
        <Step state={drawn ? 'now' : 'later'} title={t('next.result')} last>
          {t(card.seats === null ? 'next.resultText' : 'next.resultSeat')}
        </Step>
      </ol>
      {!began && (
        <p className={cx('text-cap text-ink-2 mt-4', sold && 'invisible')}>{t('next.refundRule')}</p>
      )}
    </Card>
  )
}

type StepProps = { state: StepState; title: string; last?: boolean; children: React.ReactNode }

function Step({ state, title, last = false, children }: StepProps) {
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="relative flex gap-3.5 pb-5 last:pb-0">
      {!last && (
        <span
          aria-hidden="true"
          className="border-line-strong absolute start-[8px] top-6 bottom-0 border-s-2 border-dotted"
        />
      )}
      <span
        aria-hidden="true"
        className={cx(
          'mt-0.75 size-4.5 shrink-0 rounded-full border-[3px]',
          state === 'done' && 'border-sold bg-sold',
          state === 'now' && 'border-gold bg-surface',
          state === 'later' && 'border-control bg-surface border-2',
        )}
      />
      <div className="min-w-0 flex-1">
        <h3 className={cx('font-semibold', state === 'later' && 'text-ink-2')}>{title}</h3>
        <div className="text-ink-2">{children}</div>
      </div>
    </li>
  )
}

function whyRefunded({ lost, unwitnessed, beaconDead }: Order['card']) {
  if (lost) return 'next.lost'
  if (unwitnessed) return 'next.unwitnessed'
  return beaconDead ? 'next.beacon' : 'next.refund'
}
