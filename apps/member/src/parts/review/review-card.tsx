import type { winnerPosts } from '@fairlot/contract/endpoints/mall/reviews'
import { Link } from '@tanstack/react-router'
import { Flag, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Output } from '../../api/api.ts'
import { formatNumber } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { useMember } from '../../stores/session.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Ago } from '../../ui/values/ago.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import { ReviewPictures } from './review-pictures.tsx'

const ReportSheet = lazy(() =>
  import('./report-sheet.tsx').then((module) => ({ default: module.ReportSheet })),
)

export type Review = Output<typeof winnerPosts>['items'][number]

type ReviewCardProps = {
  review: Review
  /** it names its product */
  product?: boolean
  /** the level of its title: `h3` below a heading of the page */
  heading?: 'h2' | 'h3'
}

/** A published review: who, what with, text, pictures. */
export function ReviewCard({ review, product = false, heading: Heading = 'h2' }: ReviewCardProps) {
  const { t } = useTranslation('review')
  const { id, title, content, pictures, win } = review
  return (
    <Card role="article" aria-labelledby={`review-${id}`} className="flex h-full flex-col gap-3">
      <Person review={review} />
      {product && <Product review={review} />}
      <div className="min-w-0">
        <Heading id={`review-${id}`} className="text-lead break-words" dir="auto">
          {title}
        </Heading>
        <p className="mt-1 break-words whitespace-pre-line" dir="auto">
          {content}
        </p>
      </div>
      <ReviewPictures pictures={pictures} title={title} />
      {win && (
        <p className="text-cap text-ink-2 mt-auto flex flex-wrap items-center gap-x-3">
          <span>{t('wonWith', { count: win.quantity, total: formatNumber(win.shares) })}</span>
          <Link
            {...paths.calculation(win.issue)}
            aria-label={t('checkNamed', { issue: win.issue })}
            className="text-brand inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {t('check')}
          </Link>
        </p>
      )}
    </Card>
  )
}

function Person({ review: { id, name, publishedAt, mine, reported } }: { review: Review }) {
  const { t } = useTranslation('review')
  const isMember = useMember() !== null
  const [asking, setAsking] = useState(false)
  return (
    <div className="flex items-center gap-3">
      {name === null ? (
        <span className="bg-sunken text-ink-2 grid size-10 shrink-0 place-items-center rounded-full">
          <UserRound size={22} strokeWidth={1.8} aria-hidden="true" />
        </span>
      ) : (
        <Avatar name={name} size={mine ? 32 : 40} ring={mine} />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <bdi className="min-w-0 truncate">{name ?? t('aWinner')}</bdi>
          {mine && <StatusPill tone="won">{t('you')}</StatusPill>}
        </p>
        <p className="text-cap text-ink-2">
          <Ago at={publishedAt} />
        </p>
      </div>
      {isMember && !mine && reported && <StatusPill tone="quiet">{t('reported')}</StatusPill>}
      {isMember && !mine && !reported && (
        <IconButton label={t('report.label')} onClick={() => setAsking(true)} className="-me-2">
          <Flag size={19} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      )}
      {asking && (
        <Suspense>
          <ReportSheet review={id} open={asking} onOpenChange={setAsking} />
        </Suspense>
      )}
    </div>
  )
}

function Product({ review: { product, win } }: { review: Review }) {
  const { t } = useTranslation('review')
  return (
    <div className="bg-sunken rounded-tile flex items-center gap-3 p-2">
      <Portrait
        art={product.art}
        tile={product.tile}
        image={product.image}
        className="rounded-code size-12 shrink-0"
      />
      <p className="min-w-0 flex-1">
        <Link
          {...(win ? paths.goods(win.issue) : paths.talk(product.code))}
          className="text-body inline-flex min-h-11 items-center font-semibold"
        >
          <span className="line-clamp-2">{product.title}</span>
        </Link>
      </p>
      {product.demo && <StatusPill tone="quiet">{t('demo')}</StatusPill>}
    </div>
  )
}

/** The placeholder of a review. */
export function ReviewBone() {
  return (
    <Card>
      <div className="flex items-center gap-3">
        <Bone className="size-10 shrink-0 rounded-full" />
        <Bone className="h-4 flex-1" />
      </div>
      <Bone className="mt-3 h-5 w-3/5" />
      <Bone className="mt-2 h-4" />
      <div className="mt-3 flex gap-2">
        <Bone className="rounded-tile size-20" />
        <Bone className="rounded-tile size-20" />
      </div>
    </Card>
  )
}
