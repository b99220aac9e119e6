import { ChevronDown } from 'lucide-react'
import { useEffect, useId, useMemo } from 'react'
import { activeLanguage } from '../../i18n/i18n.ts'
import { useSystem } from '../../queries/system.ts'
import { cx } from '../cx.ts'
import { FieldFrame, INPUT_CLASS, noteId } from './field.tsx'
import { useLikelyCountries, usePhones } from './use-phones.ts'

type CountryFieldProps = {
  label: string
  /** ISO 3166 code of two letters, or '' */
  value: string
  onChange: (country: string) => void
  /** the country that the member is likely in, while there is no value; not to be a new function each time */
  onLikely: (country: string) => void
  error?: string | undefined
}

/**
 * A choice among the countries that the installation serves, by their names in the app's language.
 */
export function CountryField({ label, value, onChange, onLikely, error }: CountryFieldProps) {
  const id = useId()
  const phones = usePhones()
  const language = activeLanguage()
  const allowed = useSystem()?.countries
  const [likeliest] = useLikelyCountries(phones)
  const all = useMemo(() => phones?.countries(language, allowed ?? []) ?? [], [phones, language, allowed])
  useEffect(() => {
    if (value === '' && likeliest !== undefined) onLikely(likeliest)
  }, [value, likeliest, onLikely])
  return (
    <FieldFrame
      label={label}
      error={error}
      id={id}
      end={
        <ChevronDown
          size={20}
          strokeWidth={1.9}
          aria-hidden="true"
          className="text-ink-3 pointer-events-none -ms-10 me-4 shrink-0 self-center"
        />
      }
    >
      <select
        id={id}
        value={value}
        autoComplete="country"
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={noteId(id)}
        className={cx(INPUT_CLASS, 'cursor-pointer appearance-none truncate pe-11')}
      >
        {/* the value has an option while the names are on their way, and when the country is no longer served */}
        {!all.some(({ country }) => country === value) && <option value={value}>{value}</option>}
        {all.map(({ country, name }) => (
          <option key={country} value={country} className="bg-surface text-ink">
            {name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
