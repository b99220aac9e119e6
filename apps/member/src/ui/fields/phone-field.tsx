import { latinDigits } from '@fairlot/contract/typed-text'
import { ChevronDown, Check } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useSystem } from '../../queries/system.ts'
import { useMember } from '../../stores/session.ts'
import { cx } from '../cx.ts'
import { FieldFrame, INPUT_CLASS, noteId } from './field.tsx'
import { Sheet } from '../layout/sheet.tsx'
import { readWithout } from './phone-without.ts'
import { useLikelyCountries, usePhones } from './use-phones.ts'
import type { Phones } from './use-phones.ts'

/** The calling code of the device's time zone, and that of each language's visitors, until the library has loaded. English says nothing. */
const ZONE_CODES: Record<string, string> = {
  'Asia/Dhaka': '880',
  'Asia/Riyadh': '966',
  'Africa/Cairo': '20',
  'Asia/Shanghai': '86',
  'Asia/Kolkata': '91',
  'Asia/Calcutta': '91',
  'America/Sao_Paulo': '55',
  'Asia/Jakarta': '62',
  'Asia/Ho_Chi_Minh': '84',
  'Asia/Saigon': '84',
}
const LIKELY_CODES: Record<string, string> = {
  'bn-bd': '880',
  'ar-sa': '966',
  'zh-cn': '86',
  'hi-in': '91',
  'pt-br': '55',
  'id-id': '62',
  'vi-vn': '84',
}

const CODES = Object.values(ZONE_CODES)

type PhoneFieldProps = {
  label?: string
  /** E.164 (`+8801712345678`), or '' */
  value: string
  /** the number in E.164, and whether such a number can exist */
  onChange: (value: string, possible: boolean) => void
  onBlur?: () => void
  error?: string | undefined
  autoComplete?: 'tel-national' | 'username'
}

/** A phone number field with a separate cell for the country code. The list of countries is fetched when needed. */
export function PhoneField({
  label,
  value,
  onChange,
  onBlur,
  error,
  autoComplete = 'tel-national',
}: PhoneFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const phones = usePhones()
  const language = activeLanguage()
  const likely = useLikelyCountries(phones)
  const likelyCode = useLikelyCode()
  /** null until the member chooses or types something here; until then the form's value applies */
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [choosing, setChoosing] = useState(false)
  const first = likely[0] ?? ''
  // A number that the form already has (a second step, a return) is split once the library has loaded,
  const known = typed === null && value !== '' ? phones?.read(value, first) : undefined
  // and so is a number that the browser filled in with its country code.
  const early = typed?.startsWith('+') === true ? phones?.read(typed, first) : undefined
  const country = chosen ?? early?.country ?? known?.country ?? first
  const text = (early?.country === undefined ? typed : early.national) ?? known?.national ?? ''
  const code = phones?.callingCode(country) ?? likelyCode
  const other = typed === null ? null : (phones?.otherCountry(typed, country, likely, language) ?? null)

  const enter = (next: string, from: string) => {
    const clean = latinDigits(next).replace(/[^\d+\s()-]/g, '')
    if (!phones) {
      setTyped(clean)
      const { e164, possible } = readWithout(clean, likelyCode)
      onChange(e164, possible)
      return
    }
    const read = phones.read(clean, from)
    // A pasted country code changes the cell.
    const withCode = clean.startsWith('+') && read.country !== undefined
    setChosen(withCode ? (read.country ?? from) : from)
    setTyped(withCode ? read.national : clean)
    onChange(read.e164, read.possible)
  }
  // What was typed before the library had loaded is read again, and an error of that time goes.
  const readAgain = useEffectEvent(() => {
    if (typed !== null && typed !== '') enter(typed, country)
  })
  useEffect(() => {
    if (phones) queueMicrotask(() => readAgain())
  }, [phones])

  return (
    <div>
      <FieldFrame
        label={label ?? t('phone.label')}
        error={error}
        id={id}
        start={<CodeButton code={code} onClick={() => setChoosing(true)} />}
      >
        <input
          id={id}
          type="tel"
          inputMode="tel"
          dir="ltr"
          autoComplete={autoComplete}
          value={text}
          onChange={(event) => enter(event.target.value, country)}
          onBlur={onBlur}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={noteId(id)}
          className={cx(INPUT_CLASS, 'tabular-nums rtl:text-end')}
        />
      </FieldFrame>
      <OtherCountry other={other} onUse={enter} />
      {phones && (
        <CountrySheet
          phones={phones}
          open={choosing}
          onOpenChange={setChoosing}
          country={country}
          onChoose={(next) => {
            setChoosing(false)
            enter(text, next)
          }}
        />
      )}
    </div>
  )
}

/** The calling code that the member or visitor likely has; '' where nothing says so. */
function useLikelyCode(): string {
  const system = useSystem()
  const own = useMember()?.phone
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const languages = [activeLanguage(), system?.defaultLanguage ?? '']
  const ofLanguage = languages.map((language) => LIKELY_CODES[language]).find((code) => code !== undefined)
  // a code that is not listed is known when the library has loaded
  if (own !== undefined) return CODES.find((code) => own.startsWith(`+${code}`)) ?? ''
  return ZONE_CODES[timeZone] ?? ofLanguage ?? ''
}

function CodeButton({ code, onClick }: { code: string; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={code === '' ? t('phone.country') : `${t('phone.country')}: +${code}`}
      className="border-line text-lead flex items-center gap-1 border-e ps-4 pe-2.5 focus-visible:-outline-offset-4"
    >
      <span className="num">+{code}</span>
      <ChevronDown size={18} aria-hidden="true" className="text-ink-3" />
    </button>
  )
}

type OtherCountryProps = {
  other: ReturnType<Phones['otherCountry']> | null
  onUse: (national: string, country: string) => void
}

/** Offers the country whose numbers look like the one that was typed. */
function OtherCountry({ other, onUse }: OtherCountryProps) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {other && (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-cap text-ink-2">
            {t('phone.looksLike', { country: other.name, code: `+${other.code}` })}
          </p>
          <button
            type="button"
            onClick={() => onUse(other.national, other.country)}
            className="press bg-brand-soft text-brand text-cap min-h-11 rounded-full px-4 font-semibold whitespace-nowrap"
          >
            {t('phone.use', { code: `+${other.code}` })}
          </button>
        </div>
      )}
    </div>
  )
}

type CountrySheetProps = {
  phones: Phones
  open: boolean
  onOpenChange: (open: boolean) => void
  country: string
  onChoose: (country: string) => void
}

function CountrySheet({ phones, open, onOpenChange, country, onChoose }: CountrySheetProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const allowed = useSystem()?.countries
  const language = activeLanguage()
  const all = useMemo(() => phones.countries(language, allowed ?? []), [phones, language, allowed])
  const wanted = latinDigits(search).trim().toLowerCase().replace(/^\+/, '')
  const found = all.filter(
    (entry) =>
      entry.name.toLowerCase().includes(wanted) ||
      entry.code.startsWith(wanted) ||
      entry.country.toLowerCase() === wanted,
  )
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('phone.country')}>
      <input
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        placeholder={t('phone.search')}
        aria-label={t('phone.search')}
        className="bg-sunken rounded-full sticky top-0 mb-2 min-h-11 w-full px-5"
      />
      <ul className="min-h-[50dvh]">
        {found.map((entry) => (
          <li key={entry.country}>
            <button
              type="button"
              onClick={() => onChoose(entry.country)}
              aria-current={entry.country === country || undefined}
              className="border-line flex min-h-12 w-full items-center gap-3 border-b text-start"
            >
              <bdi className="min-w-0 flex-1 truncate">{entry.name}</bdi>
              <span className="num text-ink-2">+{entry.code}</span>
              <Check
                size={20}
                aria-hidden="true"
                className={cx('text-brand', entry.country !== country && 'invisible')}
              />
            </button>
          </li>
        ))}
        {found.length === 0 && <li className="text-ink-2 py-6 text-center">{t('phone.none')}</li>}
      </ul>
    </Sheet>
  )
}
