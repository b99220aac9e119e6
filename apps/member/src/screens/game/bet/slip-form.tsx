import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber, formatPercent } from '../../../i18n/format.ts'
import { Mark } from '../../../parts/game/marks.tsx'
import { isColour } from '../../../parts/game/outcome.ts'
import { useGameWords } from '../../../parts/game/words.ts'
import { GuardLink, MoneyBlockText } from '../../../parts/guard/money-block-notice.tsx'
import { isGuardRefusal } from '../../../parts/guard/guard-refusal.ts'
import { useMoneyBlock } from '../../../parts/guard/use-money-block.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Chips } from '../../../ui/fields/choice.tsx'
import { Stepper } from '../../../ui/fields/stepper.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import type { Slip } from './use-slip.ts'

/** Picks with what each pays and returns, the contract and the multiple. */
export function SlipChoice({ slip }: { slip: Slip }) {
  const { t } = useTranslation('game')
  const { state, multiple } = slip
  return (
    <div className="flex flex-col gap-4">
      <PickTable slip={slip} />
      <ContractChips slip={slip} label={t('slip.contract')} />
      <Stepper
        label={t('slip.multiple')}
        value={multiple}
        onChange={slip.setMultiple}
        max={state.maxMultiple}
        maxText={t('slip.atMost', { count: state.maxMultiple })}
      />
    </div>
  )
}

/** What is multiplied: the amounts that the server offers. */
function ContractChips({ slip, label }: { slip: Slip; label: string }) {
  const money = useMoneyText()
  const { state, contract } = slip
  return (
    <div>
      <p className="text-ink-2 mb-2 font-medium" aria-hidden="true">
        {label}
      </p>
      <Chips
        label={label}
        value={contract}
        onChange={slip.setContract}
        // Rows of two where four pills do not fit beside each other.
        className="max-[359px]:grid max-[359px]:grid-cols-2"
        choices={state.contracts.map((value) => ({
          value,
          label: <span className="num">{money(value, 'price')}</span>,
        }))}
      />
    </div>
  )
}

function PickTable({ slip }: { slip: Slip }) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const { picks, state, kind } = slip
  if (picks.length === 0) return <p className="text-ink-2">{t('slip.none')}</p>
  return (
    <table className="w-full">
      <caption className="sr-only">{t('slip.picks')}</caption>
      <thead>
        <tr className="text-cap text-ink-2 text-start">
          <th className="pb-1 text-start font-medium">{t('slip.pick')}</th>
          <th className="pb-1 text-end font-medium">{t('slip.pays')}</th>
          <th colSpan={2} className="pe-11 pb-1 text-end font-medium">
            {t('slip.return')}
          </th>
        </tr>
      </thead>
      <tbody>
        {picks.map((pick) => {
          const found = state.options.find(({ option }) => option === pick)
          return (
            <tr key={pick} className="border-line border-t">
              <th scope="row" className="py-0.5 text-start font-semibold">
                <span className="flex items-center gap-2">
                  {isColour(pick) && <Mark colour={pick} own />}
                  {words.option(pick, kind)}
                </span>
              </th>
              <td className="text-end">
                <Pays pays={found?.pays ?? []} />
              </td>
              <td className="text-end">
                <Code>{formatPercent(Number(found?.return ?? 0))}</Code>
              </td>
              <td className="w-11">
                <button
                  type="button"
                  disabled={slip.locked}
                  onClick={() => slip.toggle(pick)}
                  aria-label={t('slip.remove', { option: words.option(pick, kind) })}
                  className="press text-ink-2 grid size-11 place-items-center rounded-full disabled:opacity-40"
                >
                  <X size={18} aria-hidden="true" />
                </button>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type PaysOf = Slip['state']['options'][number]['pays']

/** `×2`, or `×2 / ×1.5` where the outcomes pay differently. */
export function Pays({ pays }: { pays: PaysOf }) {
  const multipliers = [...new Set(pays.map(({ multiplier }) => multiplier))]
  return (
    <span className="inline-flex flex-wrap justify-end gap-x-1.5">
      {multipliers.map((multiplier) => (
        <Times key={multiplier} multiplier={multiplier} />
      ))}
    </span>
  )
}

export function Times({ multiplier, className }: { multiplier: string; className?: string }) {
  return <Code {...(className !== undefined && { className })}>{`×${formatNumber(multiplier)}`}</Code>
}

/** What the bet costs and can pay. */
export function SlipLines({ slip }: { slip: Slip }) {
  const { t } = useTranslation('game')
  const { quote, picks } = slip
  return (
    <dl className="flex flex-col gap-1.5">
      <Line name={t('slip.total', { count: picks.length })}>
        <Money amount={quote.total} className="text-lead font-bold" />
      </Line>
      <Line name={t('slip.highest')}>
        <Money amount={quote.highestWin} className="font-semibold" />
      </Line>
    </dl>
  )
}

/** Fee, average return, the balance after the bet, and the member's day. */
export function SlipMore({ slip }: { slip: Slip }) {
  const { t } = useTranslation('game')
  const { quote, picks, state } = slip
  const isFree = Number(state.feePercent) === 0
  return (
    <dl className="mt-1.5 flex flex-col gap-1.5">
      <Line name={isFree ? t('slip.noFee') : t('slip.fee', { rate: state.feePercent })}>
        <Money amount={quote.fee} />
      </Line>
      <Line name={t('slip.average')}>
        <Code>{picks.length === 0 ? '–' : formatPercent(quote.returnPercent)}</Code>
      </Line>
      {quote.after !== null && (
        <Line name={t('slip.after')}>
          <Money amount={quote.after} />
        </Line>
      )}
      {state.today !== null && (
        <Line name={t('slip.today')}>
          <Money amount={state.today.net} signed={Number(state.today.net) !== 0} className="font-semibold" />
        </Line>
      )}
    </dl>
  )
}

function Line({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Why nothing was bet, or that the outcome is open; and a break or a closing account. It stays until it is resolved. */
export function SlipTrouble({ slip }: { slip: Slip }) {
  const { t } = useTranslation('game')
  const block = useMoneyBlock()
  const { problem, interrupted } = slip.betting
  if (block !== null && problem?.kind !== 'open') return <MoneyBlockText block={block} className="mb-3" />
  return (
    <div role="status">
      {interrupted !== null && (
        <Notice tone="info" className="mb-3">
          <p>{t(`interrupted.${interrupted}`)}</p>
        </Notice>
      )}
      {problem?.kind === 'open' && (
        <Notice className="mb-3">
          <p className="font-semibold">{t('open.title')}</p>
          <p>{problem.message ?? t('open.text')}</p>
          <p>{t('open.safe')}</p>
        </Notice>
      )}
      {problem?.kind === 'refused' && (
        <Notice tone={isGuardRefusal(problem.code) ? 'info' : 'warn'} className="mb-3">
          <p>{problem.message}</p>
          {problem.code === 'BETTING_CLOSED' && <p>{t('keptPicks')}</p>}
          <GuardLink code={problem.code} />
        </Notice>
      )}
    </div>
  )
}

/** What every bet should say: past rounds, the way to a limit, play money. */
export function SlipRules() {
  const { t } = useTranslation(['game', 'guard'])
  return (
    <>
      <p className="text-cap text-ink-2 mt-3">{t('memory')}</p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
        <Link
          {...paths.limits()}
          className="text-brand text-cap inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('guard:setLimit')}
        </Link>
        <PlayMoneyBadge />
      </div>
    </>
  )
}
