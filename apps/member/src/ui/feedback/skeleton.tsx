import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { LOADING_INDICATOR_AFTER_MS } from '../../timing.ts'
import { cx } from '../cx.ts'
import { Strip } from '../strip.tsx'
import { useAfter } from './use-after.ts'

/** A grey placeholder; give it the size of the content it represents. */
export function Bone({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={cx('animate-pulse bg-sunken rounded-chip block h-4', className)} />
  )
}

/** The placeholder of a share strip: empty stubs. */
export function BoneStrip({ stubs = 16 }: { stubs?: number }) {
  return <Strip stubs={stubs} fills={[]} className="animate-pulse" />
}

/** Shows placeholders after 800 ms; faster answers show none. Their place is kept from the start, so that nothing below jumps. */
export function Skeleton({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const show = useAfter(LOADING_INDICATOR_AFTER_MS)
  return (
    <div role="status" aria-busy="true">
      {show && <span className="sr-only">{t('loading')}</span>}
      <div className={show ? 'animate-fade' : 'invisible'}>{children}</div>
    </div>
  )
}

/** The placeholder of a record or participant row. */
export function RowBone() {
  return (
    <div className="flex items-center gap-3 py-3">
      <Bone className="h-10 w-10 rounded-full" />
      <div className="flex-1">
        <Bone className="w-2/5" />
        <Bone className="mt-2 h-3 w-1/4" />
      </div>
      <Bone className="w-16" />
    </div>
  )
}

/** The placeholder of a product card. */
export function CardBone() {
  return (
    <div className="bg-surface rounded-card shadow-card overflow-hidden">
      <Bone className="aspect-[6/5] h-auto rounded-none" />
      <div className="flex flex-col gap-3 p-3">
        <Bone className="w-4/5" />
        <BoneStrip />
        <Bone className="h-3 w-1/2" />
        <Bone className="h-8 w-full" />
      </div>
    </div>
  )
}
