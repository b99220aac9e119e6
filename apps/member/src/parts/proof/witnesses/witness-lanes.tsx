import { Link } from '@tanstack/react-router'
import { Check, Clock3, Pin } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { serverNow } from '../../../api/api.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { direction } from '../../../i18n/languages.ts'
import { formatMoment, formatTime } from '../../../i18n/lazy-formats.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import type { Trusted } from '../trust.ts'
import type { Vouched, VouchedWitness } from '../vouched.ts'
import { Confirmed } from './confirmed.tsx'
import { useQuorumWords, type Promised } from './quorum-words.ts'
import { TrustSheet, type Did } from './trust-sheet.tsx'
import { useTrust } from './use-trust.ts'

/** A line that is later than this shows its date in place of the seconds. */
const LONG_AFTER_MS = 600_000
/** Times of one day need no date. */
const ONE_DAY_MS = 72_000_000

type WitnessLanesProps = {
  vouched: Vouched
  trusted: Trusted | null
  promised: Promised
  /** the member trusts another witness now: the check has to run again */
  onTrusted: () => void
}

/** Who signed before the random number existed, each named witness on a lane of its own, and what follows from it. */
export function WitnessLanes({ vouched, trusted, promised, onTrusted }: WitnessLanesProps) {
  const { t } = useTranslation('witness')
  const { of, ending } = vouched
  const isFavour = ending === 'favour'
  return (
    <section aria-labelledby="who-signed">
      <div className="flex items-baseline justify-between gap-4 pb-1">
        <h2 id="who-signed" className="text-title min-w-0 text-balance">
          {t(ending === 'void' ? 'lanes.void' : `lanes.${of}`)}
        </h2>
        <Link
          {...paths.fair()}
          className="text-brand inline-flex min-h-11 shrink-0 items-center font-semibold underline underline-offset-4"
        >
          {t('lanes.why')}
        </Link>
      </div>
      <Ticket
        factsClass="overflow-hidden"
        facts={<Lanes vouched={vouched} />}
        yoursClass={cx('p-4', (isFavour || ending === 'void') && 'bg-gold-soft!')}
        yours={
          <>
            <Outcome vouched={vouched} trusted={trusted} promised={promised} />
            <Choice vouched={vouched} onTrusted={onTrusted} />
          </>
        }
      />
      <Times vouched={vouched} />
    </section>
  )
}

/** `21:14:03`, or with the date where the witnesses had longer than a day. */
function timeOf({ from, until }: Vouched, at: number): string {
  const isLong = from === null || until === null || until - from > ONE_DAY_MS
  return (isLong ? formatMoment : formatTime)(at, activeLanguage())
}

const isAwaited = ({ ending, until }: Vouched): boolean =>
  ending === 'open' && until !== null && serverNow() < until

function didOf(vouched: Vouched, { signedAt, lateAt }: VouchedWitness): Did {
  if (signedAt !== null) return 'signed'
  if (isAwaited(vouched)) return 'unsigned'
  return lateAt === null ? 'silent' : 'late'
}

/** Lanes run from left to right in every language. */
function Lanes({ vouched }: { vouched: Vouched }) {
  const { t } = useTranslation('witness')
  const kept = useTrust()
  const { of, from, until, witnesses } = vouched
  const dir = direction(activeLanguage())
  const ordered = witnesses.toSorted((a, b) => Number(b.key === kept) - Number(a.key === kept))
  return (
    <div dir="ltr" className="relative px-4 pt-4 pb-2">
      {from !== null && until !== null && (
        <>
          <div className="text-cap text-ink-2 flex flex-wrap justify-between gap-x-3">
            <span dir={dir}>
              {t(of === 'seal' ? 'lanes.sealed' : 'lanes.published')}{' '}
              <bdi className="text-ink font-semibold">{timeOf(vouched, from)}</bdi>
            </span>
            <span dir={dir} className="text-gold-ink font-semibold">
              {t(of === 'seal' ? 'lanes.number' : 'lanes.opens')} <bdi>{timeOf(vouched, until)}</bdi>
            </span>
          </div>
          <span aria-hidden="true" className="bg-gold absolute end-12 top-11 bottom-2 z-1 w-1 rounded-full" />
        </>
      )}
      <ol className="mt-1.5">
        {ordered.map((one) => (
          <Lane key={one.key} vouched={vouched} witness={one} isTrusted={one.key === kept} dir={dir} />
        ))}
      </ol>
    </div>
  )
}

type LaneProps = { vouched: Vouched; witness: VouchedWitness; isTrusted: boolean; dir: 'ltr' | 'rtl' }

function Lane({ vouched, witness, isTrusted, dir }: LaneProps) {
  const { t } = useTranslation('witness')
  const { from, until } = vouched
  return (
    <li className={cx('-mx-4 py-2.5 ps-4 pe-18', isTrusted && 'bg-brand-soft')}>
      <p dir={dir} className="flex flex-wrap items-baseline gap-x-2.5">
        <bdi className="min-w-0 font-semibold break-words">{witness.name}</bdi>
        {isTrusted && (
          <span className="text-brand text-cap inline-flex items-center gap-1 font-semibold">
            <Pin size={15} strokeWidth={2} className="self-center" aria-hidden="true" />
            {t('lanes.trusted')}
          </span>
        )}
        {witness.own && <span className="text-cap text-ink-2">{t('lanes.own')}</span>}
      </p>
      {from !== null && until !== null && <Track witness={witness} from={from} until={until} />}
      <p dir={dir} className="text-cap text-ink-2">
        <Said vouched={vouched} witness={witness} />
      </p>
    </li>
  )
}

/** A full mark where a witness signed in time, a hollow one behind the line where it signed too late. */
function Track({ witness, from, until }: { witness: VouchedWitness; from: number; until: number }) {
  const { signedAt, lateAt } = witness
  const part = signedAt === null ? 0 : Math.min(1, Math.max(0, (signedAt - from) / (until - from)))
  return (
    <div aria-hidden="true" className="relative h-6">
      <span className="border-line-strong absolute inset-x-0 top-[11px] border-t-2 border-dotted" />
      {signedAt !== null && (
        <span
          className="bg-brand text-on-brand absolute top-0.5 grid size-5 place-items-center rounded-full"
          style={{ insetInlineStart: `calc((100% - 20px) * ${part.toFixed(3)})` }}
        >
          <Check size={13} strokeWidth={3} />
        </span>
      )}
      {lateAt !== null && (
        <span className="border-control absolute -end-13 top-0.5 size-5 rounded-full border-2" />
      )}
    </div>
  )
}

function Said({ vouched, witness }: { vouched: Vouched; witness: VouchedWitness }): ReactNode {
  const { t } = useTranslation('witness')
  const { signedAt, lateAt } = witness
  const { of, until, ending, quorum, witnesses } = vouched
  if (signedAt !== null) {
    const time = timeOf(vouched, signedAt)
    if (of === 'chain' || until === null) return <bdi>{time}</bdi>
    return t('lanes.before', { time, count: Math.round((until - signedAt) / 1000) })
  }
  if (isAwaited(vouched)) return t('lanes.unsigned')
  if (lateAt !== null) {
    if (until === null)
      return (
        <span className="text-ok inline-flex items-center gap-1 font-medium">
          <Check size={15} strokeWidth={2.6} aria-hidden="true" />
          <bdi>{timeOf(vouched, lateAt)}</bdi>
        </span>
      )
    const late = lateAt - until
    return (
      <>
        <b className="text-ink font-semibold">{t('lanes.late')}</b>{' '}
        {late > LONG_AFTER_MS || late < 0
          ? t('lanes.afterLong', { time: formatMoment(lateAt, activeLanguage()) })
          : t('lanes.after', { time: timeOf(vouched, lateAt), count: Math.round(late / 1000) })}
      </>
    )
  }
  const isEnough = ending === 'vouched' && witnesses.filter((one) => one.signedAt !== null).length >= quorum
  return (
    <>
      <b className="text-ink font-semibold">{t('lanes.silent')}</b> {isEnough && t('lanes.enough')}
    </>
  )
}

function Outcome({ vouched, trusted, promised }: Omit<WitnessLanesProps, 'onTrusted'>) {
  const { t } = useTranslation('witness')
  const words = useQuorumWords(vouched)
  const { ending, of, quorum, witnesses, confirmations } = vouched
  const total = witnesses.length
  const signed = witnesses.filter(({ signedAt }) => signedAt !== null).length
  if (ending === 'void' || ending === 'favour') {
    const isFavour = ending === 'favour'
    return (
      <>
        <h3 className="text-title">{t(isFavour ? 'favour.title' : 'void.title')}</h3>
        {isFavour && (
          <p className="text-gold-ink font-semibold">{t('lanes.count', { signed, total, quorum })}</p>
        )}
        <p className="mt-1.5 text-pretty">
          {t(!isFavour ? 'void.text' : promised === 'event' ? 'favour.event' : 'favour.text')}
        </p>
        <Confirmed confirmed={confirmations ?? 0} quorum={quorum} total={total} />
        <OfTrusted trusted={trusted} />
      </>
    )
  }
  const isEnough = signed >= quorum
  return (
    <>
      <div className="flex items-center gap-3">
        <span
          className={cx(
            'grid size-9 shrink-0 place-items-center rounded-full',
            isEnough ? 'bg-ok-soft text-ok' : 'bg-gold-soft text-gold-ink',
          )}
          aria-hidden="true"
        >
          {isEnough ? <Check size={20} strokeWidth={2.4} /> : <Clock3 size={20} strokeWidth={2} />}
        </span>
        <h3 className="text-lead min-w-0 font-bold text-balance">
          {t(ending === 'open' ? 'lanes.soFar' : 'lanes.count', { signed, total, quorum })}
        </h3>
      </div>
      {isEnough && <p className="mt-2 text-pretty">{words.together}</p>}
      {/* a chain that too few have signed pays nobody in favour: its rounds fail the check */}
      {!isEnough && of === 'seal' && <p className="mt-2 text-pretty">{words.promise(promised)}</p>}
      {words.why !== null && isEnough && <p className="text-cap text-ink-2 mt-1 text-pretty">{words.why}</p>}
      {of === 'chain' && isEnough && <p className="text-ink-2 mt-1 text-pretty">{t('lanes.chainText')}</p>}
      <OfTrusted trusted={trusted} />
    </>
  )
}

function OfTrusted({ trusted }: { trusted: Trusted | null }) {
  const { t } = useTranslation('witness')
  if (trusted?.state !== 'signed' && trusted?.state !== 'waits') return null
  return (
    <p className="mt-1.5 font-semibold">
      {t(trusted.state === 'signed' ? 'lanes.trustSigned' : 'lanes.trustWaits')}
    </p>
  )
}

function Choice({ vouched, onTrusted }: { vouched: Vouched; onTrusted: () => void }) {
  const { t } = useTranslation('witness')
  const kept = useTrust()
  const [open, setOpen] = useState(false)
  return (
    <div className="border-line mt-3 border-t pt-1">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="text-brand inline-flex min-h-11 items-center font-semibold"
      >
        {t(kept === null ? 'trust.open' : 'trust.another')}
      </button>
      <TrustSheet
        open={open}
        onOpenChange={setOpen}
        quorum={vouched.quorum}
        witnesses={vouched.witnesses.map((one) => ({
          key: one.key,
          name: one.name,
          own: one.own,
          did: didOf(vouched, one),
        }))}
        onTrusted={onTrusted}
      />
    </div>
  )
}

/** Whose times they are. The round's time is given in UTC too, as proofs have it. */
function Times({ vouched: { from, until, round } }: { vouched: Vouched }) {
  const { t } = useTranslation('witness')
  if (from === null) return null
  const date = new Intl.DateTimeFormat(`${activeLanguage()}-u-nu-latn-ca-gregory`, {
    day: 'numeric',
    month: 'short',
  }).format(from)
  return (
    <p className="text-cap text-ink-2 mt-3 px-1 text-pretty">
      {t('lanes.times', { date })} {t('lanes.clocks')}{' '}
      {round !== null &&
        until !== null &&
        t('lanes.round', { round, utc: new Date(until).toISOString().slice(11, 19) })}
    </p>
  )
}
