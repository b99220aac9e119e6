import { Copy } from 'lucide-react'
import { NUMBER_MARKS } from '@fairlot/contract/money/number-marks'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Sunrise } from '../../../ui/layout/stage.tsx'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { QrCode } from '../../../ui/values/qr-code.tsx'
import { Rich } from '../../../ui/values/rich.tsx'
import type { Recharge } from '../status/use-recharge-state.ts'
import { groupsOf } from './units.ts'
import type { UsdtInstructions } from './usdt-view.tsx'

type UsdtTicketProps = { recharge: Recharge; instructions: UsdtInstructions; onEnd: () => void }

const SUN = { at: { end: 22, top: 8 }, sun: 34, first: 58, step: 25, rings: 7 } as const

/** The exact amount with its clock; below the cut the address, as a code and in groups. */
export function UsdtTicket({ recharge, instructions, onEnd }: UsdtTicketProps) {
  const { t } = useTranslation('transfer')
  return (
    <section aria-label={t('usdt.exact')}>
      <Ticket
        tone="stage"
        factsClass="px-5 pt-5 pb-5"
        yoursClass="p-4"
        facts={<Exact expiresAt={recharge.expiresAt} instructions={instructions} onEnd={onEnd} />}
        yours={
          <>
            <Address instructions={instructions} />
            <Notice tone="warn" className="mt-4">
              <Rich text={t('usdt.network')} parts={{ b: <b /> }} />
            </Notice>
          </>
        }
      />
    </section>
  )
}

type ExactProps = { expiresAt: number; instructions: UsdtInstructions; onEnd: () => void }

function Exact({ expiresAt, instructions: { units, rate }, onEnd }: ExactProps) {
  const { t } = useTranslation('transfer')
  const money = useMoneyText()
  const copy = useCopy()
  return (
    <>
      <div className="absolute inset-0 -z-10 overflow-hidden">
        <Sunrise {...SUN} />
      </div>
      <p className="text-on-brand-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        {t('usdt.exact')} <PlayMoneyBadge onStage />
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <Units units={units} />
        <span className="text-lead">USDT</span>
      </p>
      <p className="text-on-brand-2 text-cap mt-1.5 max-w-84">
        {t('usdt.rate', { rate: `1 USDT = ${money(rate)}` })}
      </p>
      <div className="mt-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <Button
          tone="stage"
          icon={<Copy size={18} strokeWidth={1.8} aria-hidden="true" />}
          onClick={() => void copy(units)}
        >
          {t('copyAmount')}
        </Button>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-on-brand-2">{t('ends')}</span>
          <Countdown until={expiresAt} label={t('ends')} onEnd={onEnd} className="text-head" />
        </p>
      </div>
    </>
  )
}

/** The decimals are gold, because the amount counts to the last of them. */
function Units({ units }: { units: string }) {
  const [whole, decimals = ''] = units.split('.')
  const { decimal } = NUMBER_MARKS[activeLanguage()]
  return (
    <span className="num text-display">
      {whole}
      {decimal}
      <span className="text-gold">{decimals}</span>
    </span>
  )
}

function Address({ instructions: { address, qr } }: { instructions: UsdtInstructions }) {
  const { t } = useTranslation('transfer')
  const copy = useCopy()
  const groups = groupsOf(address)
  return (
    <div className="flex flex-col items-center gap-4 min-[360px]:flex-row min-[360px]:items-start">
      <QrCode
        value={qr}
        label={t('usdt.code')}
        className="w-38 max-w-full shrink-0 min-[360px]:w-[46%] tab:w-44"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className="text-cap text-ink-2">{t('usdt.to')}</p>
        <p className="sr-only">{address}</p>
        <p
          aria-hidden="true"
          dir="ltr"
          className="tab:gap-x-6 -mt-1.5 grid w-max max-w-full grid-cols-[max-content_max-content] gap-x-4 gap-y-1 self-start"
        >
          {groups.map((group, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a group of an address is identified by its place
            <span
              key={index}
              className={cx(
                'num text-lead',
                index === 0 || index === groups.length - 1 ? 'text-ink font-bold' : 'text-ink-2 font-medium',
              )}
            >
              {group}
            </span>
          ))}
        </p>
        <Button
          tone="outline"
          size="sm"
          className="tab:self-start"
          icon={<Copy size={17} strokeWidth={1.8} aria-hidden="true" />}
          onClick={() => void copy(address)}
        >
          {t('usdt.copyAddress')}
        </Button>
      </div>
    </div>
  )
}
