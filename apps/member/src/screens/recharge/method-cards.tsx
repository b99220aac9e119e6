import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { useWayFacts, useWayName, WayTile } from '../../parts/recharge/recharge-way.tsx'
import type { RechargeMethod } from '../../parts/recharge/recharge-way.tsx'
import { paths } from '../../paths.ts'
import type { RechargeSearch } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'

type MethodCardsProps = {
  methods: readonly RechargeMethod[]
  value: string
  onChange: (id: string) => void
  /** what the page of all methods passes on */
  search: RechargeSearch
}

/** The payment methods as cards; one is chosen. */
export function MethodCards({ methods, value, onChange, search }: MethodCardsProps) {
  const { t } = useTranslation('recharge')
  const name = useId()
  const nameOf = useWayName()
  const factsOf = useWayFacts()
  return (
    <div className="relative">
      <fieldset className="min-w-0">
        <legend className="text-lead mb-2">{t('method.label')}</legend>
        <div className="flex flex-col gap-2">
          {methods.map((method) => {
            const selected = method.id === value
            return (
              <label
                key={method.id}
                className={cx(
                  'press bg-surface rounded-card has-focus-visible:outline-focus relative flex cursor-pointer items-center gap-3.5 px-4 py-3 has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
                  selected ? 'ring-brand ring-2 ring-inset' : 'ring-line ring-1 ring-inset',
                )}
              >
                <input
                  type="radio"
                  name={name}
                  value={method.id}
                  checked={selected}
                  onChange={() => onChange(method.id)}
                  aria-describedby={`${name}-${method.id}`}
                  aria-labelledby={`${name}-${method.id}-name`}
                  className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
                />
                <WayTile kind={method.kind} className="size-11" />
                <span className="min-w-0 flex-1">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span id={`${name}-${method.id}-name`} className="font-semibold">
                      <bdi>{nameOf(method)}</bdi>
                    </span>
                    {method.kind === 'sandbox' && <PlayMoneyBadge />}
                  </span>
                  <span id={`${name}-${method.id}`} className="text-cap text-ink-2 mt-0.5 block">
                    {selected || methods.length === 1 ? t(`method.${method.kind}.text`) : factsOf(method)[0]}
                  </span>
                </span>
                <span
                  aria-hidden="true"
                  className={cx(
                    'grid size-6 shrink-0 place-items-center rounded-full border-2',
                    selected ? 'border-brand' : 'border-control',
                  )}
                >
                  {selected && <span className="bg-brand size-3 rounded-full" />}
                </span>
              </label>
            )
          })}
        </div>
      </fieldset>
      {methods.length > 1 && (
        <Link
          {...paths.chooseWay('2', search)}
          className="press text-brand text-cap absolute end-0 -top-2.5 inline-flex min-h-11 items-center font-semibold"
        >
          {t('method.compare')}
        </Link>
      )}
    </div>
  )
}
