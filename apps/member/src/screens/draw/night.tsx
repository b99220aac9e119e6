import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { Scale, Volume2, VolumeX, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useAfter } from '../../ui/feedback/use-after.ts'
import { formatTime } from '../../i18n/lazy-formats.ts'
import { paths } from '../../paths.ts'
import type { SeatsData } from '../../parts/pk/own-seat.ts'
import { Seats } from '../../parts/pk/seats.tsx'
import { SharePicture } from '../../parts/share-picture/share-picture.tsx'
import { wonShare } from '../../parts/share-picture/shared.ts'
import { sumOf } from '../../parts/tiers/odds.ts'
import { DIGITS } from '../../parts/shares/opening.ts'
import { cashWonIn } from '../goods/cash/cash-result.tsx'
import { rangeWith } from '../goods/purchase/purchase-math.ts'
import { useDue } from '../../parts/shares/use-due.ts'
import { AnnouncedResult } from '../goods/result/announced-result.tsx'
import { vouchingOf } from '../goods/grade/grades.ts'
import type { Issue } from '../goods/use-issue.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Sunrise } from '../../ui/layout/stage.tsx'
import { Cells } from './cells.tsx'
import { CodeBoard } from './code-board.tsx'
import { NightState } from './night-state.tsx'
import { NightTicket } from './night-ticket.tsx'
import { playLock, playWin, useSound } from './sound.ts'
import type { DeviceCheck } from './use-device-check.ts'

/** A draw that is later than this is explained. */
const LATE_AFTER_MS = 15_000
const VIBRATE_MS = 60

const stillness = globalThis.matchMedia('(prefers-reduced-motion: reduce)')

type NightProps = {
  issue: Issue
  /** how many digits are open */
  locked: number
  /** the result opens without the digits one by one */
  atOnce: boolean
  onAtOnce: () => void
  check: DeviceCheck
  /** this device has not opened the result before */
  isNews: boolean
}

/** The full-screen stage of a draw: ticket, state, cells, the member's codes. Escape closes it, Enter opens at once. */
export function Night({ issue, locked, atOnce, onAtOnce, check, isNews }: NightProps) {
  const { t } = useTranslation(['draw', 'goods', 'ui'])
  const { card, mine } = issue
  const [due, setDue] = useDue(card.drawAt)
  const code = card.winner?.code ?? null
  const isOpen = code !== null && locked === DIGITS
  const close = useClose(card.issue)
  useKeys(close, onAtOnce)
  useSigns(issue, locked, isNews)
  const title = t('title', { issue: card.issue })
  useEffect(() => {
    document.title = `${title} · ${t('ui:brand')}`
  }, [title, t])
  return (
    <div className="bare-page bg-stage on-stage relative isolate flex min-h-dvh flex-col">
      <div aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
        <Sunrise at={{ top: 108 }} sun={0} first={96} step={36} rings={18} />
      </div>
      <header className="night-header flex min-h-16 shrink-0 items-center gap-2 px-3 pt-(--safe-top) desk:px-8">
        <IconButton label={t('ui:close')} look="stage" onClick={close}>
          <X size={22} aria-hidden="true" />
        </IconButton>
        <h1 className="text-lead min-w-0 flex-1 text-center font-bold text-balance">{title}</h1>
        <SoundButton />
      </header>
      <main
        id="main"
        className="night-main mx-auto flex w-full max-w-[560px] flex-1 flex-col px-4 pb-[calc(16px+var(--safe-bottom))]"
      >
        <div className="night-scene">
          <div>
            <NightTicket issue={issue} locked={locked} />
            {card.seats !== null && <NightSeats seats={card.seats} code={isOpen ? code : null} />}
            <NightState issue={issue} locked={locked} check={check} due={due} onDue={setDue} />
          </div>
          <div>
            <Cells code={code} locked={locked} shares={card.shares} />
            {mine.length > 0 && (
              <div className="mt-3">
                <CodeBoard runs={mine} code={code} locked={locked} />
              </div>
            )}
          </div>
        </div>
        <span className="min-h-3 flex-1" />
        <Foot issue={issue} isOpen={isOpen} due={due} atOnce={atOnce} onAtOnce={onAtOnce} check={check} />
      </main>
      <p role="status" className="sr-only">
        {isOpen && <AnnouncedResult issue={issue} />}
      </p>
    </div>
  )
}

/** The two members of a Double PK, each with their half of the codes; at the end the other half fades. */
function NightSeats({ seats, code }: { seats: SeatsData; code: number | null }) {
  const { t } = useTranslation('pk')
  return (
    <div className="night-seats mt-4">
      <Seats
        seats={seats}
        code={code}
        size={44}
        onStage
        middle={<span className="text-cap text-on-brand-2 font-semibold">{t('or')}</span>}
      />
    </div>
  )
}

function SoundButton() {
  const { t } = useTranslation('draw')
  const { on, toggle } = useSound()
  const Icon = on ? Volume2 : VolumeX
  return (
    <IconButton label={t('sound')} look="stage" aria-pressed={on} onClick={toggle}>
      <Icon size={20} strokeWidth={1.9} aria-hidden="true" />
    </IconButton>
  )
}

type FootProps = Pick<NightProps, 'issue' | 'atOnce' | 'onAtOnce' | 'check'> & {
  isOpen: boolean
  due: boolean
}

/** What the member is told and can do at this moment. */
function Foot({ issue, isOpen, due, atOnce, onAtOnce, check }: FootProps) {
  const { t } = useTranslation(['draw', 'goods'])
  const { card, mine } = issue
  if (isOpen) {
    const won = card.winner?.mine ? rangeWith(mine, card.winner.code) : undefined
    const cash = cashWonIn(issue)
    const shared = wonShare(card, cash.length > 0 ? sumOf(cash) : null)
    return (
      <div className="night-foot flex flex-col gap-3 pt-3">
        {check === 'failed' && (
          <p role="alert" className="text-center font-semibold">
            {t('open.failed')}
          </p>
        )}
        {card.winner?.mine === true && (
          <ButtonLink
            {...(won ? paths.order(won.order) : paths.orders('pending'))}
            tone="gold"
            size="lg"
            wide
          >
            {t('goods:bar.prize')}
          </ButtonLink>
        )}
        <div className="flex gap-2.5">
          <ButtonLink
            {...paths.calculation(card.issue)}
            tone="stage"
            size="lg"
            className="min-w-0 flex-1"
            icon={<Scale size={20} strokeWidth={1.8} aria-hidden="true" />}
          >
            {t('check')}
          </ButtonLink>
          {shared && <SharePicture shared={shared} look="round" />}
        </div>
      </div>
    )
  }
  return (
    <div className="night-foot pt-3">
      <p className="night-note text-cap text-on-brand-2 mx-auto mb-4 max-w-100 text-center text-pretty">
        {card.winner !== null ? t('opening.public') : <BeforeNote issue={issue} due={due} />}
      </p>
      {/* Without motion it opens at once anyway. */}
      {!stillness.matches && (
        <Button tone="stage" size="lg" wide onClick={onAtOnce} aria-pressed={atOnce}>
          {t(atOnce ? 'atOnceSet' : 'atOnce')}
        </Button>
      )}
    </div>
  )
}

/** Who could have known the number, by the issue's grade; later, what the draw waits for. */
function BeforeNote({ issue, due }: { issue: Issue; due: boolean }) {
  const { t } = useTranslation(['draw', 'goods'])
  const { card, mine } = issue
  const late = useAfter(LATE_AFTER_MS)
  if (due && (late || card.awaitsWitness) && issue.chain !== null)
    return t(
      !card.awaitsWitness
        ? 'goods:draw.late'
        : issue.vouching == null
          ? 'goods:draw.lateWitness'
          : 'goods:draw.lateQuorum',
    )
  const time = card.drawAt === null ? null : formatTime(card.drawAt, activeLanguage())
  const quorum = vouchingOf(issue)
  const grade = (values: { time: string }): string => {
    if (quorum === null) return t(`before.grade.${card.badge}`, values)
    const name = card.badge === 'witnessed' ? 'before.quorum' : 'before.quorumLocal'
    return t(name, { ...values, quorum: quorum.quorum, total: quorum.total })
  }
  const needsTime = card.badge !== 'plain' && card.badge !== 'salt'
  return (
    <>
      {(time !== null || !needsTime) && grade({ time: time ?? '' })} {mine.length > 0 && t('before.dim')}
    </>
  )
}

/** Back to the page before; to the issue when this is the first page. */
function useClose(issue: string): () => void {
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else void navigate({ ...paths.goods(issue), replace: true })
  }
}

/** Escape closes, Enter opens at once. A focused button or link keeps its own Enter. */
function useKeys(close: () => void, openAtOnce: () => void): void {
  const latest = useRef({ close, openAtOnce })
  useEffect(() => {
    latest.current = { close, openAtOnce }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A dialog over the page handles its own keys.
      if (event.defaultPrevented || document.querySelector('[role=dialog], [role=alertdialog]')) return
      if (event.key === 'Escape') latest.current.close()
      else if (event.key === 'Enter' && !(event.target as Element).closest('a, button'))
        latest.current.openAtOnce()
    }
    globalThis.addEventListener('keydown', press)
    return () => globalThis.removeEventListener('keydown', press)
  }, [])
}

/** Sounds, where they are switched on, and one short vibration on a win. */
function useSigns({ card: { winner } }: Issue, locked: number, isNews: boolean): void {
  const heard = useRef(0)
  const won = winner?.mine === true
  useEffect(() => {
    if (!isNews || winner === null || locked === heard.current) return
    heard.current = locked
    if (locked === DIGITS && won) {
      playWin()
      if (!stillness.matches && 'vibrate' in navigator) navigator.vibrate(VIBRATE_MS)
    } else if (locked > 0 && locked < DIGITS) playLock(locked)
  }, [locked, winner, won, isNews])
}
