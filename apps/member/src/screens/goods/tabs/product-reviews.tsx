import { goodsTalk } from '@fairlot/contract/endpoints/mall/reviews'
import { useTranslation } from '../../../i18n/i18n.ts'
import { ReviewBone, ReviewCard } from '../../../parts/review/review-card.tsx'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

/** The newest reviews of a product, and the way to all of them. @param product its code */
export function ProductReviews({ product }: { product: string }) {
  const { t } = useTranslation('review')
  const query = useRead(goodsTalk, { product, limit: 3 })
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <ReviewBone />
        </Skeleton>
      }
    >
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState title={t('talk.none')} text={t('talk.noneText')} />
        ) : (
          <>
            <ul className="grid gap-3">
              {items.map((review) => (
                <li key={review.id}>
                  <ReviewCard review={review} heading="h3" />
                </li>
              ))}
            </ul>
            {total > items.length && (
              <ButtonLink {...paths.talk(product)} tone="sunken" wide className="mt-3">
                {t('talk.all')}
              </ButtonLink>
            )}
          </>
        )
      }
    </QueryState>
  )
}
