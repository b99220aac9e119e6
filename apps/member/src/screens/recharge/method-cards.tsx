import { FlaskConical } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { rechargeMethods } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../api/api.ts'
import { cx } from '../../ui/cx.ts'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'

type Method = Output<typeof rechargeMethods>['items'][number]
const ICONS = { sandbox: FlaskConical } as const satisfies Record<Method['kind'], unknown>

type MethodCardsProps = { methods: readonly Method[]; value: string; onChange: (id: string) => void }

/** The payment methods as cards; one is chosen. */
export function MethodCards({ methods, value, onChange }: MethodCardsProps) {
  const { t } = useTranslation('recharge')
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="text-lead mb-2">{t('method.label')}</legend>
      <div className="flex flex-col gap-2.5">
        {methods.map((method) => {
          const selected = method.id === value
          const Icon = ICONS[method.kind]
          return (
            <label
              key={method.id}
              className={cx(
                'press bg-surface rounded-card has-focus-visible:outline-focus relative flex cursor-pointer items-center gap-3.5 p-4 has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
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
              <span className="bg-brand-soft text-brand rounded-tile grid size-11 shrink-0 place-items-center">
                <Icon size={22} strokeWidth={1.8} aria-hidden="true" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  <span id={`${name}-${method.id}-name`} className="font-semibold">
                    {t(`method.${method.kind}.name`)}
                  </span>
                  <PlayMoneyBadge />
                </span>
                <span id={`${name}-${method.id}`} className="text-cap text-ink-2 mt-0.5 block">
                  {t(`method.${method.kind}.text`)}
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
  )
}
