import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Num } from '../../ui/values/num.tsx'
import { ShareStrip } from '../../parts/shares/share-strip.tsx'
import { Stage } from '../../ui/layout/stage.tsx'
import { GradeQuorum } from '../goods/grade/grade-quorum.tsx'
import type { Issue } from '../goods/use-issue.ts'
import { FormulaTicket } from './formula-ticket.tsx'
import { IssueLine } from './issue-line.tsx'
import { HexValue, PlainValue } from './proof-values.tsx'

const SUN = { at: { bottom: -14 }, sun: 44, first: 66, step: 25, rings: 11 } as const

/** Before the seal: what will be computed, and what is already fixed. */
export function BeforeSeal({ issue }: { issue: Issue }) {
  const { t } = useTranslation('calculation')
  const { card } = issue
  const over = card.status === 'expired' || card.status === 'refunded'
  const { awaitsWitness } = card
  const title = awaitsWitness
    ? 'before.witness'
    : card.status === 'sold_out'
      ? 'before.sealing'
      : 'before.title'
  return (
    <>
      {over ? (
        <Notice>{t(whyNotDrawn(card))}</Notice>
      ) : (
        <Stage label={t('before.label')} sunrise={SUN} className="px-4 pt-5 pb-9 text-center">
          <IssueLine card={card} />
          <h2 className="text-lead mt-2">{t(title)}</h2>
          <p className="text-on-brand-2 mt-1">
            {t('before.sold', { sold: formatNumber(card.sold), total: formatNumber(card.shares) })}
          </p>
          <ShareStrip
            name={card.product.title}
            sold={card.sold}
            total={card.shares}
            mine={card.mine}
            stubs={20}
            tone="stage"
            className="mt-3"
          />
          {awaitsWitness && <p className="mx-auto mt-4 max-w-96 text-pretty">{t('before.witnessText')}</p>}
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
      {!over && <GradeQuorum issue={issue} />}
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
        {issue.content !== null && <HexValue name={t('values.content')} value={issue.content} />}
        {issue.chain !== null && <HexValue name={t('values.chain')} value={issue.chain} />}
      </dl>
    </Card>
  )
}

function whyNotDrawn({ lost, unwitnessed, beaconDead }: Issue['card']) {
  if (lost) return 'before.lost'
  if (unwitnessed) return 'before.unwitnessed'
  return beaconDead ? 'before.beacon' : 'before.expired'
}
