import { TierCard } from '../../../parts/tiers/tier-card.tsx'
import type { confirmOrder } from '@fairlot/contract/endpoints/mall/orders'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Output } from '../../../api/api.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { hrefOf, paths } from '../../../paths.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { ShareStrip } from '../../../parts/shares/share-strip.tsx'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { MoneyBlockText } from '../../../parts/guard/money-block-notice.tsx'
import { useMoneyBlock } from '../../../parts/guard/use-money-block.ts'
import { PayButton, PurchaseProblem } from './pay-button.tsx'
import { PurchaseLines } from './purchase-lines.tsx'
import { quoteOf, voucherFor } from './purchase-math.ts'
import { VipNote } from './vip-note.tsx'
import { VoucherRow } from './voucher-row.tsx'
import { useState } from 'react'
import { QuantityPicker } from './quantity-picker.tsx'
import { usePurchase } from './use-purchase.ts'

type ConfirmViewProps = {
  quoted: Output<typeof confirmOrder>
  quantity: number
  onQuantity: (quantity: number) => void
  dataAt: number | undefined
  /** the page of the VIP zone */
  isVip: boolean
}

/** The refusals that apply to every quantity. */
const CLOSED = ['SOLD_OUT', 'NOT_SELLING', 'VIP_REQUIRED', 'MODULE_OFF', 'COUNTRY_NOT_SERVED'] as const
type Closed = (typeof CLOSED)[number]
const isClosed = (refusal: string | null): refusal is Closed => CLOSED.some((code) => code === refusal)

export function ConfirmView({ quoted, quantity, onQuantity, dataAt, isVip }: ConfirmViewProps) {
  const { t } = useTranslation('confirm')
  const { card, available, balance } = quoted
  const [chosen, setChosen] = useState<string | null>()
  const total = quoteOf(card, quantity, balance).total
  const voucher = voucherFor(quoted.vouchers, total, chosen)
  const quote = quoteOf(card, quantity, balance, voucher && voucher.amount)
  const place = hrefOf((isVip ? paths.vipConfirm : paths.confirm)(card.issue, quantity))
  const purchase = usePurchase(
    card.issue,
    quote.missing === null ? { next: place } : { amount: quote.missing, need: quote.missing, next: place },
  )
  const block = useMoneyBlock()
  const locked = purchase.problem?.kind === 'open' || purchase.sending
  const closed = isClosed(quoted.refusal) && !locked ? quoted.refusal : null
  const isLow = closed === 'VIP_REQUIRED'
  const tooMany = quantity > available && !locked
  const choose = (wanted: number) => {
    if (locked) return
    purchase.dismiss()
    onQuantity(wanted)
  }
  const isDesk = useWide('desk')
  const action =
    closed === null && available > 0 ? (
      <>
        {block === null || purchase.problem?.kind === 'open' ? (
          <PurchaseProblem purchase={purchase} />
        ) : (
          <MoneyBlockText block={block} className="mb-3" />
        )}
        <PayButton
          purchase={purchase}
          quote={quote}
          quantity={quantity}
          next={place}
          asksServer={isVip}
          voucher={voucher?.id}
          why={block?.short ?? (tooMany ? t('refusal.fewer', { count: available }) : undefined)}
        />
      </>
    ) : (
      <Elsewhere isLow={isLow} issue={card.issue} />
    )
  return (
    <Page
      width="text"
      title={t('title')}
      nav={<NavBar title={t('title')} />}
      {...(!isDesk && { bar: action })}
      barLabel={t('bar')}
      dataAt={dataAt}
    >
      <div className="flex flex-col gap-4 pt-2">
        <Summary quoted={quoted} />
        {isVip && <VipNote level={card.minVip} isLow={isLow} />}
        {!isLow && <Refused closed={closed} isFull={available === 0 && !locked} />}
        {closed === null && (available > 0 || locked) && (
          <>
            <Card>
              <Picker
                card={card}
                available={available}
                fixed={card.seats !== null || purchase.problem?.kind === 'open'}
                quantity={quantity}
                onChange={choose}
              />
            </Card>
            <Card>
              <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
                <h2 className="text-lead">{t('order')}</h2>
                <PlayMoneyBadge />
              </div>
              <PurchaseLines
                quote={quote}
                shares={card.shares}
                tiers={card.tiers}
                quantity={quantity}
                balance={balance}
              />
              <VoucherRow
                vouchers={quoted.vouchers}
                voucher={voucher}
                total={total}
                fixed={locked}
                onChoose={(id) => {
                  purchase.dismiss()
                  setChosen(id)
                }}
              />
              {isDesk && <div className="mt-4">{action}</div>}
            </Card>
          </>
        )}
        <TierCard tiers={card.tiers} shares={card.shares} />
        {isDesk && (closed !== null || (available === 0 && !locked)) && action}
        <Rules quoted={quoted} />
      </div>
    </Page>
  )
}

/** Where a member goes who cannot buy this issue. */
function Elsewhere({ isLow, issue }: { isLow: boolean; issue: string }) {
  const { t } = useTranslation(['confirm', 'voucher'])
  return (
    <ButtonLink {...(isLow ? paths.vip() : paths.goods(issue))} size="lg" wide>
      {isLow ? t('voucher:vip.rules') : t('toIssue')}
    </ButtonLink>
  )
}

/** Why the issue sells nothing, or nothing more to this member. */
function Refused({ closed, isFull }: { closed: Closed | null; isFull: boolean }) {
  const { t } = useTranslation('confirm')
  if (closed !== null)
    return (
      <Notice tone="warn">
        <p>{t(`refusal.${closed}`)}</p>
      </Notice>
    )
  return isFull ? <Notice tone="warn">{t('refusal.OVER_MEMBER_CAP')}</Notice> : null
}

type PickerProps = {
  card: Output<typeof confirmOrder>['card']
  /** the most shares that this member can buy now */
  available: number
  fixed: boolean
  quantity: number
  onChange: (quantity: number) => void
}

function Picker({ card, available, fixed, quantity, onChange }: PickerProps) {
  const { t } = useTranslation(['confirm', 'goods'])
  const capped = available < card.shares - card.sold
  return (
    <QuantityPicker
      fixed={fixed}
      value={quantity}
      onChange={onChange}
      most={available}
      mostText={capped ? t('mayBuy', { count: available }) : undefined}
      allText={t(capped ? 'goods:buy.mostAllowed' : 'goods:buy.allLeft', { count: available })}
    />
  )
}

/** What a member has to know before paying. */
function Rules({ quoted: { card, recyclePercent } }: { quoted: Output<typeof confirmOrder> }) {
  const { t } = useTranslation(['confirm', 'tiers'])
  return (
    <Card>
      <h2 className="text-lead">{t('know')}</h2>
      <ul className="text-ink-2 mt-2 flex list-disc flex-col gap-1.5 ps-5">
        <li>{t('rules.lose')}</li>
        <li>{t('rules.refund')}</li>
        <li>{card.tiers.length > 0 ? t('tiers:atDrawText') : t('rules.win', { rate: recyclePercent })}</li>
      </ul>
    </Card>
  )
}

/** The issue as a ticket: product, price per share, progress. */
function Summary({ quoted: { card } }: { quoted: Output<typeof confirmOrder> }) {
  const { t } = useTranslation(['confirm', 'goods'])
  return (
    <Ticket
      cut="down"
      factsClass="relative w-[32%] overflow-hidden"
      facts={
        <Portrait
          art={card.product.art}
          tile={card.product.tile}
          image={card.product.image}
          crop="wide"
          lazy={false}
        />
      }
      yoursClass="flex min-h-32 flex-col gap-1.5 py-3.5 ps-5 pe-4"
      yours={
        <>
          <h2 className="text-lead line-clamp-2">{card.product.title}</h2>
          <p className="text-cap text-ink-2">
            {t('goods:issueLabel')} <Code>{card.issue}</Code>
          </p>
          <ShareStrip
            name={card.product.title}
            sold={card.sold}
            total={card.shares}
            mine={card.mine}
            stubs={20}
            className="mt-1"
          />
          <p className="text-cap text-ink-2">
            {t('goods:soldOf', { sold: formatNumber(card.sold), total: formatNumber(card.shares) })}
          </p>
          <p className="mt-auto flex flex-wrap items-baseline gap-x-2">
            <Money amount={card.price} form="price" className="text-title" />
            <span className="text-cap text-ink-2">{t('goods:perShare')}</span>
          </p>
        </>
      }
    />
  )
}
