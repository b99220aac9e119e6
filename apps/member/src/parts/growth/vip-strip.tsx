import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useMoneyText } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import { Bone, BoneStrip, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Strip } from '../../ui/strip.tsx'
import { useFirstSeen } from '../shares/share-strip.tsx'
import { rateText } from './rate-text.ts'
import { partOf } from './use-vip.ts'
import type { Vip } from './use-vip.ts'

const STUBS = 16

/** The way to the next VIP level and what it brings; it leads to the levels. */
export function VipStrip({ vip }: { vip: Vip }) {
  const { t } = useTranslation(['vip', 'ui'])
  const money = useMoneyText()
  const [element, seen] = useFirstSeen<HTMLDivElement>()
  const { level, next, levels } = vip
  const part = partOf(vip)
  const feeOf = (wanted: number) => rateText(levels.find((one) => one.level === wanted)?.withdrawalFee ?? 0)
  const text =
    next === null
      ? t('strip.top', { level: t('ui:vip', { level }) })
      : t('strip.missing', {
          amount: money(next.missing, 'price'),
          level: t('ui:vip', { level: next.level }),
        })
  return (
    <div className="bg-gold-soft text-gold-ink rounded-card relative p-4">
      <p className="flex items-center justify-between gap-3">
        <Link {...paths.vip()} className="cover rounded-tiny text-lead">
          {text}
        </Link>
        <ChevronRight size={20} strokeWidth={1.8} className="mirror shrink-0" aria-hidden="true" />
      </p>
      <div
        ref={element}
        role="progressbar"
        aria-label={t('strip.label')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(part * 100)}
        aria-valuetext={text}
        className="my-2.5"
      >
        <Strip stubs={STUBS} seen={seen} empty="bg-gold-rail" fills={[{ part, className: 'bg-gold-ink' }]} />
      </div>
      <p>
        {next === null ? (
          <>
            {t('col.fee')} <Code>{feeOf(level)}</Code>
          </>
        ) : (
          t('strip.fees', { now: feeOf(level), next: feeOf(next.level) })
        )}
      </p>
    </div>
  )
}

/** The place of the strip until its answer is there. */
export function VipStripBone() {
  return (
    <div className="bg-gold-soft rounded-card p-4">
      <Skeleton>
        <div className="text-lead flex h-[1lh] items-center">
          <Bone className="w-3/5" />
        </div>
        <div className="my-2.5">
          <BoneStrip stubs={STUBS} />
        </div>
        <div className="flex h-[1lh] items-center">
          <Bone className="w-2/5" />
        </div>
      </Skeleton>
    </div>
  )
}
