import { firstRoundAtOrAfter, QUICKNET } from '@fairlot/fairness/beacon'
import { useState } from 'react'
import { serverNow } from '../../api/api.ts'
import { formatDateTime, formatNumber } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Code, Num } from '../../ui/values/num.tsx'
import { ShareStrip } from '../../parts/shares/share-strip.tsx'
import { Stage } from '../../ui/layout/stage.tsx'
import { WinningCode } from '../../parts/shares/winning-code.tsx'
import type { Issue } from '../goods/use-issue.ts'
import { CountedOrders } from './counted-orders.tsx'
import { FormulaTicket } from './formula-ticket.tsx'
import { IssueLine } from './issue-line.tsx'
import { useCalculation } from './use-calculation.ts'
import { HexValue, PlainValue } from './proof-values.tsx'

const SUN = { at: { bottom: -14 }, sun: 44, first: 66, step: 25, rings: 11 } as const

/** Before the last share is sold: what will be computed, and what is already fixed. */
export function BeforeSeal({ issue }: { issue: Issue }) {
  const { t } = useTranslation('calculation')
  const { card } = issue
  const over = card.status === 'expired' || card.status === 'refunded'
  return (
    <>
      {over ? (
        <Notice>{t(card.lost ? 'before.lost' : 'before.expired')}</Notice>
      ) : (
        <Stage label={t('before.label')} sunrise={SUN} className="px-4 pt-5 pb-9 text-center">
          <IssueLine card={card} />
          <h2 className="text-lead mt-2">
            {t(card.status === 'sold_out' ? 'before.sealing' : 'before.title')}
          </h2>
          <p className="text-on-brand-2 mt-1">
            {t('before.sold', { sold: formatNumber(card.sold), total: formatNumber(card.shares) })}
          </p>
          <ShareStrip
            name={card.product.title}
            sold={card.sold}
            total={card.shares}
            mine={card.mine}
            stubs={20}
            className="mt-3"
          />
          {card.closesAt !== null && card.status === 'selling' && (
            <p className="text-on-brand-2 mt-4 flex flex-wrap items-baseline justify-center gap-x-2">
              {t('before.closes')} <Countdown until={card.closesAt} label={t('before.closes')} />
            </p>
          )}
        </Stage>
      )}
      <FormulaTicket
        timesCounted={issue.timesCounted}
        grade={issue.grade}
        shares={card.shares}
        sealed={null}
        entropyRemainder={null}
      />
      <Fixed issue={issue} />
      {card.status === 'selling' && (
        <ButtonLink {...paths.goods(card.issue)} wide>
          {t('before.toIssue')}
        </ButtonLink>
      )}
    </>
  )
}

/** The values published when the issue opened. */
function Fixed({ issue }: { issue: Issue }) {
  const { t } = useTranslation('calculation')
  return (
    <Card>
      <h2 className="text-title">{t('fixed.title')}</h2>
      <p className="text-ink-2 mt-1">{t(`fixed.text.${issue.grade}`)}</p>
      <dl className="mt-2">
        <PlainValue name={t('values.shares')}>
          <Num value={issue.card.shares} />
        </PlainValue>
        {issue.delay !== null && (
          <PlainValue name={t('fixed.delay')}>{t('fixed.seconds', { count: issue.delay })}</PlainValue>
        )}
        {issue.commitment !== null && <HexValue name={t('values.commitment')} value={issue.commitment} />}
        {issue.chain !== null && <HexValue name={t('values.chain')} value={issue.chain} />}
      </dl>
    </Card>
  )
}

/** After the seal: nothing can change any more. Shows the seal and the beacon round that the draw waits for. */
export function Sealed({ issue }: { issue: Issue }) {
  const { t } = useTranslation('calculation')
  const { card } = issue
  const { head, rows, query } = useCalculation(card.issue, card.status)
  const [due, setDue] = useState(() => card.drawAt !== null && card.drawAt <= serverNow())
  return (
    <>
      <Stage label={t('sealed.label')} sunrise={SUN} className="px-4 pt-5 pb-9 text-center">
        <IssueLine card={card} />
        <h2 className="text-lead mt-2">{t(due ? 'sealed.now' : 'sealed.title')}</h2>
        <div className="mt-3">
          {card.drawAt === null || due ? (
            <WinningCode code={null} />
          ) : (
            <Countdown
              until={card.drawAt}
              onEnd={() => setDue(true)}
              look="cells"
              label={t('sealed.title')}
            />
          )}
        </div>
        {card.drawAt !== null && (
          <p className="text-on-brand-2 mt-3">{t('sealed.round', { round: String(roundAt(card.drawAt)) })}</p>
        )}
      </Stage>
      <QueryState query={query} data={head} pending={null}>
        {(known) => (
          <>
            <FormulaTicket
              timesCounted={known.timesCounted}
              grade={known.grade}
              shares={card.shares}
              sealed={known}
              entropyRemainder={known.entropyRemainder}
            />
            <Card>
              <h2 className="text-title">{t('sealed.fixed')}</h2>
              <p className="text-ink-2 mt-1">
                {t(due && issue.grade === 'beacon' ? 'sealed.waiting' : 'sealed.text')}
              </p>
              <dl className="mt-2">
                <HexValue name={t('values.digest')} value={known.digest} />
                {card.drawAt !== null && (
                  <>
                    <PlainValue name={t('values.round')}>
                      <Code>{roundAt(card.drawAt)}</Code>
                    </PlainValue>
                    <PlainValue name={t('sealed.roundTime')}>
                      <bdi>{formatDateTime(card.drawAt, activeLanguage())}</bdi>
                    </PlainValue>
                  </>
                )}
                {issue.commitment !== null && (
                  <HexValue name={t('values.commitment')} value={issue.commitment} />
                )}
              </dl>
            </Card>
            <CountedOrders head={known} rows={rows} check={null} />
          </>
        )}
      </QueryState>
    </>
  )
}

/** The round at a time. Every chain, including the sandbox's own, counts rounds like drand quicknet. */
const roundAt = (drawAt: number): number => firstRoundAtOrAfter(Math.ceil(drawAt / 1000), QUICKNET)
