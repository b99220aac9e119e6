import { account, system } from '@fairlot/contract/endpoints/home'
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { firstRead } from '../../router/first-answers.ts'
import type { FirstReads } from '../../router/first-answers.ts'
import { useKnownCard } from '../../queries/known.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { useSession } from '../../stores/session.ts'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { isWide } from '../../ui/layout/use-wide.ts'
import { Bone, RowBone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Money } from '../../ui/values/money.tsx'
import { GoodsView, loadWideGoods } from './goods-view.tsx'
import { useIssue } from './use-issue.ts'

/** @public the router reads it (router/screen.tsx) */
export const firstReads: FirstReads = ({ issue }) => {
  if (typeof issue !== 'string') return []
  // beside the first answers; a failure is shown by the page, which asks again
  if (isWide('tab')) loadWideGoods().catch(() => undefined)
  return [
    firstRead(goodsDetail, { issue }),
    firstRead(system, {}),
    // the action bar shows the member's balance
    ...(useSession.getState().session === null ? [] : [firstRead(account, {})]),
  ]
}

/** One issue: product, progress, the member's shares, the draw, and the purchase of shares. */
export default function GoodsScreen() {
  const { t } = useTranslation('goods')
  const { issue, buy } = useSearch({ from: '/pages/goods/goods' })
  const query = useIssue(issue)
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={<GoodsBones issue={issue} />}
      missing={<NotFound />}
      frame={(state) => (
        <Page title={t('title')} nav={<NavBar title={t('title')} />}>
          {state}
        </Page>
      )}
    >
      {/* One view per issue: a quantity or an open purchase is never carried over to another issue. */}
      {(data) => <GoodsView key={issue} issue={data} buy={buy} dataAt={query.dataUpdatedAt} />}
    </QueryState>
  )
}

const ROWS = [0, 1, 2]

/** The page until its answer is there. Picture, title and price are known when the visitor comes from a list. */
function GoodsBones({ issue }: { issue: string }) {
  const { t } = useTranslation('goods')
  const card = useKnownCard(issue)
  return (
    <>
      {card && (
        <>
          <div className="rounded-card h-56 overflow-hidden">
            <Portrait
              art={card.product.art}
              tile={card.product.tile}
              image={card.product.image}
              crop="wide"
              lazy={false}
            />
          </div>
          <h1 className="text-head mt-14 break-words">{card.product.title}</h1>
          <p className="mt-2 flex items-baseline gap-2">
            <Money amount={card.price} form="price" className="text-head" />
            <span className="text-ink-2">{t('perShare')}</span>
          </p>
        </>
      )}
      <Skeleton>
        {!card && (
          <>
            <Bone className="rounded-card h-56" />
            <Bone className="mt-5 h-6 w-28 rounded-full" />
            <Bone className="mt-3 h-8 w-3/4" />
            <Bone className="mt-3 h-6 w-1/3" />
          </>
        )}
        <Bone className="rounded-card mt-5 h-44" />
        {ROWS.map((row) => (
          <RowBone key={row} />
        ))}
      </Skeleton>
    </>
  )
}
