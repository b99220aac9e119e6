import { Check } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useMember } from '../../stores/session.ts'
import { cx } from '../../ui/cx.ts'
import { Num } from '../../ui/values/num.tsx'
import { keyOf, toggled } from './filters.ts'
import type { Choices, Filter } from './filters.ts'
import { useRangeText } from './range-text.ts'

type FilterGroupsProps = {
  filter: Filter
  choices: Choices
  onChange: (part: Filter) => void
}

/** Price of a share, size of the issue, own shares: in the rail from 1024 px, in a sheet below. */
export function FilterGroups({ filter, choices, onChange }: FilterGroupsProps) {
  const { t } = useTranslation('mall')
  const text = useRangeText()
  const member = useMember()
  const { price, size, mine, saved } = filter
  return (
    <div className="divide-line flex flex-col divide-y">
      <Group title={t('filter.price')}>
        {choices.prices.map((range) => (
          <Choice
            key={keyOf(range)}
            label={text.price(range)}
            count={range.count}
            checked={price?.split(',').includes(keyOf(range)) === true}
            onChange={() => onChange({ price: toggled(price, keyOf(range)) })}
          />
        ))}
      </Group>
      <Group title={t('filter.size')} note={t('filter.sizeNote')}>
        {choices.sizes.map((range) => (
          <Choice
            key={keyOf(range)}
            label={text.size(range)}
            count={range.count}
            checked={size?.split(',').includes(keyOf(range)) === true}
            onChange={() => onChange({ size: toggled(size, keyOf(range)) })}
          />
        ))}
      </Group>
      {member !== null && (
        <div className="pt-3">
          <Choice
            label={t('filter.mine')}
            count={choices.mine}
            checked={mine !== undefined}
            onChange={() => onChange({ mine: mine === undefined ? '1' : undefined })}
          />
          <Choice
            label={t('filter.favourites')}
            count={choices.favourites}
            checked={saved !== undefined}
            onChange={() => onChange({ saved: saved === undefined ? '1' : undefined })}
          />
        </div>
      )}
    </div>
  )
}

function Group({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 py-3 first:pt-0">
      <legend className="text-cap text-ink-2 contents font-semibold">
        <span className="block pb-1">{title}</span>
      </legend>
      {children}
      {note !== undefined && <p className="text-cap text-ink-2 pt-1">{note}</p>}
    </fieldset>
  )
}

type ChoiceProps = { label: string; count: number; checked: boolean; onChange: () => void }

/** A checkbox with the number of issues that it would show. */
function Choice({ label, count, checked, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-center">
      <span className="relative -ms-2.5 grid size-11 shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={onChange}
          aria-describedby={`${id}-count`}
          className="peer bg-surface checked:bg-brand checked:border-brand border-control rounded-tiny absolute inset-2.5 size-6 cursor-pointer appearance-none border"
        />
        <Check
          size={18}
          strokeWidth={3}
          aria-hidden="true"
          className="text-on-brand pointer-events-none relative opacity-0 peer-checked:opacity-100"
        />
      </span>
      <label htmlFor={id} className={cx('min-w-0 flex-1 cursor-pointer py-2.5', checked && 'font-semibold')}>
        {label}
      </label>
      <span id={`${id}-count`} className="text-cap text-ink-2 ps-2">
        <Num value={count} />
      </span>
    </div>
  )
}
