import { Check, Pin, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { serverNow } from '../../../api/api.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { formatMoment } from '../../../i18n/lazy-formats.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { Confirmed } from './confirmed.tsx'
import { useQuorumWords, type Promised } from './quorum-words.ts'
import { TrustSheet, type Did } from './trust-sheet.tsx'
import { useTrust } from './use-trust.ts'
import { useUntilConfirmed } from './use-until-confirmed.ts'
import { WitnessDisc } from './witness-disc.tsx'

/** A witness as the server tells of it. */
export type WitnessView = {
  key: string
  name: string
  signedAt: number | null
  own?: boolean | undefined
  lateAt?: number | null | undefined
}

type QuorumCardProps = {
  /** is asked for again until its ending is confirmed; not for an event, whose checked document says it */
  issue?: string
  witnesses: readonly WitnessView[]
  vouching: {
    quorum: number
    together: number
    favour: boolean | null
    afterLoss?: boolean | undefined
    confirmations: number | null
  }
  /** when the random number is published; null before the seal */
  until: number | null
  promised: Promised
  /** stands beside the choice of a witness: the way to the other grades */
  action?: ReactNode
  onTrusted?: () => void
}

function didOf(
  { signedAt, lateAt }: WitnessView,
  until: number | null,
  { afterLoss = false }: QuorumCardProps['vouching'],
): Did {
  if (until === null) return 'named'
  if (signedAt !== null) return 'signed'
  // nobody knows what else was lost
  if (afterLoss) return 'named'
  if (serverNow() < until) return 'unsigned'
  return lateAt == null ? 'silent' : 'late'
}

/** Who has to sign a draw, whom the house would need to choose it, and what happens when too few sign in time. */
export function QuorumCard({
  issue = '',
  witnesses,
  vouching,
  until,
  promised,
  action,
  onTrusted = () => undefined,
}: QuorumCardProps) {
  const { t } = useTranslation('witness')
  const words = useQuorumWords({ ...vouching, witnesses })
  useUntilConfirmed(issue, issue === '' ? null : vouching)
  const trusted = useTrust()
  const [open, setOpen] = useState(false)
  return (
    <Ticket
      facts={
        <>
          <div className="flex items-center gap-3">
            <span className="bg-brand-soft text-brand grid size-11 shrink-0 place-items-center rounded-full">
              <ShieldCheck size={22} strokeWidth={1.9} aria-hidden="true" />
            </span>
            <div className="min-w-0">
              <p className="text-cap text-ink-2">{t('grade.label')}</p>
              <h2 className="text-lead font-bold text-balance">{words.title}</h2>
            </div>
          </div>
          <ul className="mt-3 flex flex-col gap-2.5">
            {witnesses.map((one, place) => (
              <li key={one.key} className="flex min-h-9 flex-wrap items-center gap-x-3">
                <WitnessDisc place={place} own={one.own === true} />
                <span className="min-w-0 flex-1 basis-32 font-medium break-words">
                  <bdi>{one.name}</bdi>
                  {one.key === trusted && (
                    <span className="text-brand text-cap ms-2 inline-flex items-center gap-1 font-semibold">
                      <Pin size={14} aria-hidden="true" />
                      {t('lanes.trusted')}
                    </span>
                  )}
                </span>
                <State witness={one} did={didOf(one, until, vouching)} />
              </li>
            ))}
          </ul>
        </>
      }
      yoursClass={cx('p-4', vouching.favour === true && 'bg-gold-soft!')}
      yours={
        <>
          {vouching.favour === true ? (
            <Favour witnesses={witnesses} vouching={vouching} promised={promised} />
          ) : (
            <>
              <p className="text-lead font-bold text-pretty">{words.together}</p>
              {vouching.favour === null && <p className="mt-1.5 text-pretty">{words.promise(promised)}</p>}
              {words.why !== null && <p className="text-cap text-ink-2 mt-2 text-pretty">{words.why}</p>}
            </>
          )}
          <div className="mt-3 flex flex-wrap gap-3">
            <Button tone="outline" className="flex-auto px-4!" onClick={() => setOpen(true)}>
              {t(trusted === null ? 'trust.open' : 'trust.another')}
            </Button>
            {action}
          </div>
          <TrustSheet
            open={open}
            onOpenChange={setOpen}
            quorum={vouching.quorum}
            witnesses={witnesses.map((one) => ({
              key: one.key,
              name: one.name,
              own: one.own === true,
              did: didOf(one, until, vouching),
            }))}
            onTrusted={onTrusted}
          />
        </>
      }
    />
  )
}

/** Too few signed in time: what it means, and how many have signed the ending. */
function Favour({
  witnesses,
  vouching,
  promised,
}: Pick<QuorumCardProps, 'witnesses' | 'vouching' | 'promised'>) {
  const { t } = useTranslation('witness')
  const { quorum, confirmations, afterLoss = false } = vouching
  const lost = promised === 'event' ? 'favour.lostEvent' : 'favour.lost'
  const total = witnesses.length
  const signed = witnesses.filter(({ signedAt }) => signedAt !== null).length
  return (
    <>
      <h3 className="text-title">{t('favour.title')}</h3>
      {/* the log that goes on does not have the lines over a seal of the lost one */}
      {!afterLoss && (
        <p className="text-gold-ink font-semibold">{t('lanes.count', { signed, total, quorum })}</p>
      )}
      <p className="mt-1.5 text-pretty">
        {t(afterLoss ? lost : promised === 'event' ? 'favour.event' : 'favour.text')}
      </p>
      <Confirmed confirmed={confirmations ?? 0} quorum={quorum} total={total} />
    </>
  )
}

/** When it signed, or that it is silent; before the seal only whether the house operates it. */
function State({ witness: { own = false, signedAt, lateAt }, did }: { witness: WitnessView; did: Did }) {
  const { t } = useTranslation('witness')
  const time = (ms: number) => <bdi>{formatMoment(ms, activeLanguage())}</bdi>
  return (
    <span className="text-cap text-ink-2">
      {own && <span className="block">{t('house')}</span>}
      {did === 'signed' && signedAt !== null && (
        <span className="text-ok inline-flex items-center gap-1 font-medium">
          <Check size={15} strokeWidth={2.6} aria-hidden="true" />
          {time(signedAt)}
        </span>
      )}
      {did === 'unsigned' && t('lanes.unsigned')}
      {did === 'silent' && <b className="font-semibold">{t('lanes.silent')}</b>}
      {did === 'late' && lateAt != null && (
        <>
          <b className="font-semibold">{t('lanes.late')}</b> {time(lateAt)}
        </>
      )}
    </span>
  )
}
