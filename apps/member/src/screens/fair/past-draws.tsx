import type { winners } from '@fairlot/contract/endpoints/mall/draws'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ShieldCheck, ShieldQuestionMark, ShieldX } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { Ago } from '../../ui/values/ago.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Code } from '../../ui/values/num.tsx'
import { RowBone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { LazyDoubt } from '../../parts/proof/witnesses/lazy-parts.tsx'
import type { Progress } from '../../parts/proof/use-check.ts'
import { useDrawCheck } from './use-draw-check.ts'

type Page = Output<typeof winners>
type Draw = Page['items'][number]

/** The latest draws. This device recomputes each one on request. */
export function PastDraws({ query }: { query: UseQueryResult<Page> }) {
  const { t } = useTranslation('fair')
  return (
    <Card>
      <h2 className="text-title">{t('draws.title')}</h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('draws.text')}</p>
      <QueryState
        query={query}
        data={query.data}
        pending={
          <Skeleton>
            <RowBone />
            <RowBone />
            <RowBone />
          </Skeleton>
        }
      >
        {({ items }) => <Draws draws={items} />}
      </QueryState>
    </Card>
  )
}

function Draws({ draws }: { draws: Page['items'] }) {
  const { t } = useTranslation('fair')
  if (draws.length === 0) return <p className="bg-sunken rounded-tile mt-3 p-4">{t('draws.none')}</p>
  return (
    <>
      <ul className="mt-2">
        {draws.map((draw) => (
          <li key={draw.issue} className="border-line border-b py-3">
            <DrawRow draw={draw} />
          </li>
        ))}
      </ul>
      <Link
        {...paths.winners()}
        className="text-brand -mb-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('draws.all')}
      </Link>
    </>
  )
}

function DrawRow({ draw: { issue, product, code, drawnAt } }: { draw: Draw }) {
  const { t } = useTranslation('fair')
  const { progress, start } = useDrawCheck(issue)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Portrait
        art={product.art}
        tile={product.tile}
        image={product.image}
        className="rounded-tile size-12 shrink-0"
      />
      <div className="min-w-36 flex-1">
        <h3 className="line-clamp-2 font-semibold">
          <Link {...paths.calculation(issue)} className="inline-block py-0.5">
            {product.title}
          </Link>
        </h3>
        <p className="text-cap text-ink-2 flex flex-wrap gap-x-3">
          <span>
            {t('draws.code')} <Code className="text-ink font-semibold">{code}</Code>
          </span>
          <Ago at={drawnAt} />
        </p>
      </div>
      <Button
        size="sm"
        tone="outline"
        className="ms-auto"
        sending={progress.state === 'running'}
        onClick={start}
        aria-label={t('draws.checkNamed', { title: product.title, issue })}
      >
        {t('draws.check')}
      </Button>
      <div role="status" className="basis-full empty:hidden">
        <Answer progress={progress} />
      </div>
    </div>
  )
}

/** The result in words and colour. */
function Answer({ progress }: { progress: Progress }) {
  const { t } = useTranslation('fair')
  if (progress.state === 'failed') {
    return (
      <p className="bg-gold-soft text-gold-ink rounded-tile flex items-start gap-2 px-3 py-2">
        <ShieldQuestionMark size={20} strokeWidth={1.9} className="shrink-0" aria-hidden="true" />
        {progress.message ?? t('draws.notChecked')}
      </p>
    )
  }
  if (progress.state !== 'done') return null
  const { ok, isOld, isDemo, failed, verdict, trusted } = progress.checked
  if (verdict === 'unconfirmed' || (verdict === 'untrusted' && trusted !== null))
    return <LazyDoubt trusted={verdict === 'untrusted' ? trusted : null} />
  return ok ? (
    <p className="bg-ok-soft text-ok rounded-tile flex items-start gap-2 px-3 py-2 font-semibold">
      <ShieldCheck size={20} strokeWidth={1.9} className="shrink-0" aria-hidden="true" />
      <span>
        {t('draws.ok')}
        <span className="block font-normal">{t('draws.complete')}</span>
        {isOld && <span className="block font-normal">{t('draws.old')}</span>}
        {isDemo && <span className="block font-normal">{t('draws.demo')}</span>}
      </span>
    </p>
  ) : (
    <p
      role="alert"
      className="bg-bad-soft text-bad ring-bad rounded-tile flex items-start gap-2 px-3 py-2 font-semibold ring-2 ring-inset"
    >
      <ShieldX size={20} strokeWidth={1.9} className="shrink-0" aria-hidden="true" />
      <span>
        {t('draws.bad')}
        <bdi lang="en" dir="ltr" className="block font-normal break-words">
          {failed?.step}: {failed?.detail}
        </bdi>
      </span>
    </p>
  )
}
