import { Link } from '@tanstack/react-router'
import { netPosition } from '@fairlot/contract/endpoints/guard'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { formatMoment } from '../../i18n/lazy-formats.ts'
import { nearest } from '../../parts/shares/opening.ts'
import { WinningCode } from '../../parts/shares/winning-code.tsx'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { useRead } from '../../queries/queries.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { Sunrise } from '../../ui/layout/stage.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Money } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import { firstCodes } from '../goods/purchase/purchase-math.ts'
import type { Issue } from '../goods/use-issue.ts'
import { CodeLine } from './code-line.tsx'
import type { DeviceCheck } from './use-device-check.ts'

type LossPageProps = {
  issue: Issue
  winner: NonNullable<Issue['card']['winner']>
  check: DeviceCheck
  dataAt: number
}

/** The result for a member who did not win: what was drawn, how it compares, what it cost. Calm, without an offer. */
export function LossPage({ issue, winner, check, dataAt }: LossPageProps) {
  const { t } = useTranslation(['draw', 'goods'])
  const title = t('goods:issueLabel')
  const isDesk = useWide('desk')
  const actions = <Actions issue={issue.card.issue} />
  return (
    <Page
      title={`${title} ${issue.card.issue}`}
      nav={
        <NavBar
          title={
            <>
              {title} <Code>{issue.card.issue}</Code>
            </>
          }
        />
      }
      width="text"
      {...(!isDesk && { bar: actions })}
      barLabel={t('goods:bar.label')}
      dataAt={dataAt}
    >
      <div className="flex flex-col gap-3 pt-1">
        <ProductLine issue={issue} isChecked={check === 'checked'} />
        {check === 'failed' && <Notice tone="bad">{t('open.failed')}</Notice>}
        {issue.vouching?.favour === true && (
          <Notice>{t(issue.vouching.afterLoss === true ? 'loss.favourLost' : 'loss.favour')}</Notice>
        )}
        <Result issue={issue} winner={winner} />
        <Cost issue={issue} />
        {isDesk && <div className="mt-2">{actions}</div>}
      </div>
    </Page>
  )
}

function ProductLine({ issue: { card }, isChecked }: { issue: Issue; isChecked: boolean }) {
  const { t } = useTranslation(['draw', 'goods'])
  return (
    <div className="flex flex-wrap items-center gap-3 pb-1">
      <Portrait
        art={card.product.art}
        tile={card.product.tile}
        image={card.product.image}
        lazy={false}
        className="rounded-tile size-16 shrink-0"
      />
      <div className="min-w-32 flex-1">
        <h2 className="text-title break-words">{card.product.title}</h2>
        {card.drawnAt !== null && (
          <p className="text-cap text-ink-2">
            {t(isChecked ? 'open.checked' : 'loss.drawnAt', {
              time: formatMoment(card.drawnAt, activeLanguage()),
            })}
          </p>
        )}
      </div>
      <StatusPill tone="quiet">{t('goods:status.drawn')}</StatusPill>
    </div>
  )
}

/** The number of single codes that are listed below the line. */
const SHOWN = 3

function Result({ issue, winner }: Pick<LossPageProps, 'issue' | 'winner'>) {
  const { t } = useTranslation(['draw', 'goods'])
  const { card, mine } = issue
  const heading = useRef<HTMLHeadingElement>(null)
  // The stage before this page had the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const distance = nearest(mine, winner.code)
  return (
    <Ticket
      factsClass="bg-stage! on-stage relative isolate overflow-hidden px-4 pt-5 pb-6 text-center"
      facts={
        <>
          <div aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
            <Sunrise at={{ bottom: -30 }} sun={0} first={66} step={26} rings={9} />
          </div>
          <p className="text-on-brand-2">{t('goods:draw.code')}</p>
          <div className="mt-3">
            <WinningCode code={winner.code} />
          </div>
          <p className="text-cap text-on-brand-2 mt-4">
            {t('loss.holds', {
              count: winner.quantity,
              name: winner.name,
              total: formatNumber(card.shares),
            })}
          </p>
        </>
      }
      yours={
        <>
          <h2 ref={heading} tabIndex={-1} className="text-title outline-none">
            {t('loss.title', { count: card.mine })}
          </h2>
          <p className="text-ink-2 mt-1 text-pretty">
            {distance !== null && distance > 0 && `${t('loss.near', { count: distance })} `}
            {t('loss.luck')}
          </p>
          <CodeLine runs={mine} winning={winner.code} shares={card.shares} />
          <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] gap-2">
            {firstCodes(mine, SHOWN).map((code) => (
              <span
                key={code}
                className="num bg-sunken text-ink-2 rounded-chip grid! min-h-8.5 place-items-center font-semibold"
              >
                {code}
              </span>
            ))}
          </div>
          {card.mine > SHOWN && (
            <p className="text-cap text-ink-2 mt-2">{t('goods:codes.more', { count: card.mine - SHOWN })}</p>
          )}
        </>
      }
    />
  )
}

const LINK = 'text-brand inline-flex min-h-6 items-center font-semibold'

/** What was paid, what comes back (in favour of the members only once it is settled), and the month's result. */
function Cost({ issue: { card, vouching, back } }: { issue: Issue }) {
  const { t } = useTranslation('draw')
  const { data: net } = useRead(netPosition, {}, { topics: ['balance'] })
  const paid = formatMoney(parseMoney(card.price) * BigInt(card.mine))
  return (
    <Card>
      <dl className="flex flex-col gap-3">
        <Line term={t('loss.paid')}>
          <Money amount={paid} className="font-bold" />
        </Line>
        {(vouching?.favour !== true || back !== null) && (
          <Line term={t('loss.back')}>
            <Money amount={back?.amount ?? '0'} className="font-bold" />
          </Line>
        )}
      </dl>
      <p className="border-line text-ink-2 mt-3 flex flex-wrap items-baseline gap-x-1.5 border-t pt-3">
        {net && (
          <>
            {t('loss.month')} <Money amount={net.month.result} signed className="text-ink font-bold" />
          </>
        )}
        <Link {...paths.limits()} className={LINK}>
          {t('loss.limits')}
        </Link>
      </p>
    </Card>
  )
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-2">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Actions({ issue }: { issue: string }) {
  const { t } = useTranslation(['draw', 'goods'])
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink {...paths.mall()} tone="sunken" size="lg" className="min-w-fit flex-1 px-4!">
        {t('goods:bar.mall')}
      </ButtonLink>
      <ButtonLink
        {...paths.calculation(issue)}
        size="lg"
        className="min-w-fit flex-1 px-4!"
        icon={<Scale size={20} strokeWidth={1.8} aria-hidden="true" />}
      >
        {t('check')}
      </ButtonLink>
    </div>
  )
}
