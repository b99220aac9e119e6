import { Info, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Code } from '../../../ui/values/num.tsx'
import type { OrderData } from '../detail/order-view.tsx'
import { answerOf } from './delivery.ts'
import type { Prize } from './delivery.ts'
import { DeliveryHistory } from './delivery-history.tsx'
import { DeliveryTicket } from './delivery-ticket.tsx'
import type { PrizeSteps } from './use-prize-steps.ts'

type DeliveryViewProps = { data: OrderData; prize: Prize; steps: PrizeSteps; bar?: ReactNode }

/** A prize from the confirmed address to the completion. */
export function DeliveryView({ data, prize, steps, bar }: DeliveryViewProps) {
  const { t } = useTranslation('prize')
  const { status, disputeNote } = prize
  const answer = status === 'disputed' ? null : answerOf(prize)
  return (
    <>
      <DeliveryTicket data={data} prize={prize} />
      {status === 'disputed' && (
        <Notice tone="warn">
          <h2 className="font-bold">{t('disputed.title')}</h2>
          {disputeNote !== null && (
            <p className="break-words whitespace-pre-line">
              <bdi>{disputeNote}</bdi>
            </p>
          )}
          <p className="mt-1.5">{t('disputed.text')}</p>
        </Notice>
      )}
      {answer !== null && (
        <Notice>
          <h2 className="font-bold">{t('answer')}</h2>
          <p className="break-words whitespace-pre-line">
            <bdi>{answer}</bdi>
          </p>
        </Notice>
      )}
      {bar}
      <ClockLine prize={prize} />
      {status === 'address_confirmed' && <AddressCard prize={prize} canSend={steps.canSend} />}
      <DeliveryHistory prize={prize} />
    </>
  )
}

/** What the server does by itself, and when. */
function ClockLine({ prize: { status, receiveBy, completeBy } }: { prize: Prize }) {
  const { t } = useTranslation('prize')
  const language = activeLanguage()
  const text =
    status === 'address_confirmed'
      ? t('clock.packing')
      : receiveBy !== null
        ? t('clock.receive', { date: formatDate(receiveBy, language) })
        : completeBy !== null
          ? t('clock.complete', { date: formatDate(completeBy, language) })
          : null
  if (text === null) return null
  return (
    <p className="flex items-start gap-2.5 px-1">
      <Info size={20} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
      <span className="text-ink-2 min-w-0 flex-1">{text}</span>
    </p>
  )
}

/** Where the parcel goes, and until when that can change. */
function AddressCard({ prize: { address }, canSend }: { prize: Prize; canSend: boolean }) {
  const { t } = useTranslation('prize')
  if (address === null) return null
  return (
    <Card className="flex items-start gap-3.5">
      <MapPin size={21} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap gap-x-2 font-semibold">
          <bdi className="break-words">{address.name}</bdi>
          <Code className="font-medium">{address.phone}</Code>
        </h2>
        <p className="text-ink-2">
          {address.lines.map((line) => (
            <span key={line} className="block break-words">
              <bdi>{line}</bdi>
            </span>
          ))}
        </p>
        <p className="text-cap text-ink-2 mt-2">{t(canSend ? 'address.canChange' : 'address.fixed')}</p>
      </div>
    </Card>
  )
}
