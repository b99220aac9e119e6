import { orderDetail } from '@fairlot/contract/endpoints/mall/orders'
import { goodsTalk, reviewDelete, reviewMine, winnerPosts } from '@fairlot/contract/endpoints/mall/reviews'
import type { reviewPost } from '@fairlot/contract/endpoints/mall/reviews'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Output } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { ReviewBone } from '../../parts/review/review-card.tsx'
import { ReviewPictures } from '../../parts/review/review-pictures.tsx'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { useAction } from '../../queries/actions.ts'
import { usePages } from '../../queries/pages.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Ago } from '../../ui/values/ago.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { StatusTone } from '../../ui/values/status-pill.tsx'

type OwnReview = Output<typeof reviewPost>

const TONES: Record<OwnReview['state'], StatusTone> = {
  waiting: 'wait',
  published: 'ok',
  refused: 'bad',
  hidden: 'quiet',
}

/** The member's own reviews with their states. */
export default function MyReviewsScreen() {
  const { t } = useTranslation('review')
  const pages = usePages(reviewMine, {}, { topics: ['prizes'] })
  const title = t('mine.title')
  return (
    <AccountPage entry="reviews" title={title} nav={<NavBar title={title} />}>
      <p className="text-ink-2 pt-2 pb-3">{t('mine.text')}</p>
      <InfiniteList
        pages={pages}
        keyOf={(review) => review.id}
        label={title}
        className="full:grid-cols-2 tab:gap-4 grid grid-cols-1 gap-3"
        bone={<ReviewBone />}
        row={(review) => <OwnReviewCard review={review} />}
        empty={
          <EmptyState
            title={t('mine.none')}
            text={t('mine.noneText')}
            action={<ButtonLink {...paths.orders('received')}>{t('mine.orders')}</ButtonLink>}
          />
        }
      />
    </AccountPage>
  )
}

function OwnReviewCard({ review }: { review: OwnReview }) {
  const { t } = useTranslation('review')
  const { id, order, product, title, content, pictures, sent, named, state, postedAt } = review
  return (
    <Card role="article" aria-labelledby={`own-${id}`} className="flex h-full flex-col gap-3">
      <div className="flex items-center gap-3">
        <Portrait
          art={product.art}
          tile={product.tile}
          image={product.image}
          className="rounded-tile size-14 shrink-0"
        />
        <div className="min-w-0 flex-1">
          <Link {...paths.order(order)} className="text-body inline-flex min-h-11 items-center font-semibold">
            <span className="line-clamp-2">{product.title}</span>
          </Link>
          <p className="text-cap text-ink-2">
            <Ago at={postedAt} />
          </p>
        </div>
        <StatusPill tone={TONES[state]}>{t(`state.${state}`)}</StatusPill>
      </div>
      <Verdict review={review} />
      <div className="min-w-0">
        <h2 id={`own-${id}`} className="text-lead break-words" dir="auto">
          {title}
        </h2>
        <p className="mt-1 break-words whitespace-pre-line" dir="auto">
          {content}
        </p>
      </div>
      <ReviewPictures pictures={pictures} title={title} />
      <p className="text-cap text-ink-2">
        {pictures.length === 0 && <span className="block">{t('mine.pictures', { count: sent })}</span>}
        <span className="block">{t(named ? 'mine.named' : 'mine.unnamed')}</span>
      </p>
      <DeleteButton review={review} />
    </Card>
  )
}

/** What a moderator decided, and why. */
function Verdict({ review: { state, reason, note } }: { review: OwnReview }) {
  const { t } = useTranslation('review')
  if (state === 'waiting') return <p className="text-ink-2">{t('mine.waiting')}</p>
  if (reason === null) return null
  return (
    <Notice tone="warn">
      <p className="font-bold">{t(state === 'hidden' ? 'mine.hidden' : 'mine.refused')}</p>
      <p>{t(`reason.${reason}`)}</p>
      {note !== null && (
        <p className="break-words whitespace-pre-line">
          <bdi>{note}</bdi>
        </p>
      )}
    </Notice>
  )
}

function DeleteButton({ review: { id, title } }: { review: OwnReview }) {
  const { t } = useTranslation(['review', 'ui'])
  const online = useOnline()
  const [asking, setAsking] = useState(false)
  const remove = useAction(reviewDelete, {
    touches: [reviewMine, goodsTalk, winnerPosts, orderDetail],
    onSuccess: () => {
      setAsking(false)
      toast.ok(t('delete.done'))
    },
  })
  return (
    <div className="mt-auto">
      <Button
        tone="sunken"
        size="sm"
        aria-label={t('delete.named', { title })}
        onClick={() => setAsking(true)}
      >
        {t('delete.label')}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('delete.title')}
        keep={t('delete.keep')}
        act={t('delete.act')}
        tone="bad"
        acting={remove.isPending}
        why={online ? undefined : t('ui:offline.money')}
        onAct={() => remove.mutate({ review: id })}
      >
        {t('delete.text')}
      </Dialog>
    </div>
  )
}
