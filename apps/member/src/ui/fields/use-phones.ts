import { useEffect, useMemo, useState } from 'react'
import { activeLanguage } from '../../i18n/i18n.ts'
import { useSystem } from '../../queries/system.ts'
import { useMember } from '../../stores/session.ts'

export type Phones = typeof import('./phones.ts')

/** The countries that the member or visitor may be in, the likeliest first; empty until the library has loaded. */
export function useLikelyCountries(phones: Phones | undefined): string[] {
  const system = useSystem()
  const app = activeLanguage()
  const own = useMember()?.phone ?? ''
  return useMemo(
    () =>
      phones?.likelyCountries({
        zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        languages: navigator.languages,
        app,
        deployment: system?.defaultLanguage ?? app,
        allowed: system?.countries ?? [],
        own,
      }) ?? [],
    [phones, system, app, own],
  )
}

/** The library of phone numbers and countries, once it has loaded. */
export function usePhones(): Phones | undefined {
  const [phones, setPhones] = useState<Phones>()
  useEffect(() => {
    let gone = false
    import('./phones.ts').then(
      (loaded) => {
        if (!gone) setPhones(loaded)
      },
      () => {
        // Without the library, the likely country code stays and the server validates the number.
      },
    )
    return () => {
      gone = true
    }
  }, [])
  return phones
}
