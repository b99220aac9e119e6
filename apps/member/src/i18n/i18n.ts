import i18next from 'i18next'
import type { BackendModule, FormatterModule, ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { applyLanguage, currentLanguage, usePreferences } from '../stores/preferences.ts'
import MESSAGE_HASHES from 'virtual:message-hashes'
import { formatNumber, formatPercent } from './format.ts'
import { DEFAULT_LANGUAGE, direction, isOffered, OFFERED_LANGUAGES } from './languages.ts'
import type { OfferedLanguage } from './languages.ts'
import type { Namespace } from './namespaces.ts'

/** The addresses are made by `build/messages.ts`: one file per language and namespace, named by its language's hash. */
async function fetchMessages(language: string, namespace: string): Promise<ResourceKey> {
  const hash = isOffered(language) ? MESSAGE_HASHES[language] : undefined
  const response = await fetch(`/assets/messages/${language}-${namespace}.${hash}.json`)
  if (!response.ok) throw new Error(`no messages ${language}/${namespace}`)
  return (await response.json()) as ResourceKey
}

const files: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    fetchMessages(language, namespace).then(
      (messages) => done(null, messages),
      (error: unknown) => done(new Error('the messages did not arrive', { cause: error }), false),
    )
  },
}

/** Inserted numbers get Latin digits in groups of three; `{{rate, percent}}` adds the sign. */
const formatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, format) => {
    if (format === 'percent') return formatPercent(Number(value))
    return typeof value === 'number' || typeof value === 'bigint' ? formatNumber(value) : String(value)
  },
}

const RTL_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/** Keeps an inserted name or number in its own order inside a sentence of the other direction. */
export function isolate(value: string, language: string | undefined): string {
  const rightToLeft = language !== undefined && isOffered(language) && direction(language) === 'rtl'
  if (!rightToLeft && !RTL_LETTER.test(value)) return value
  return `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}`
}

/** Starts messages in the current language; resolves when the shared namespace is there. */
export async function startMessages(): Promise<void> {
  await i18next
    .use(files)
    .use(formatter)
    .use(initReactI18next)
    .init({
      lng: currentLanguage(),
      // Complete languages only are offered (scripts/messages.ts), so nothing falls back to another tongue.
      fallbackLng: false,
      supportedLngs: [...OFFERED_LANGUAGES],
      lowerCaseLng: true,
      load: 'currentOnly',
      ns: ['ui'],
      defaultNS: 'ui',
      partialBundledLanguages: true,
      keySeparator: '.',
      returnNull: false,
      interpolation: {
        // React escapes; what remains to be done to an inserted value is to isolate its direction.
        escape: (value) => isolate(value, i18next.language),
        alwaysFormat: true,
      },
      react: { useSuspense: true, transKeepBasicHtmlNodesFor: [] },
    })
}

/** Changes the language at once, without a reload: messages first, then direction and stored choice. */
export async function changeLanguage(language: OfferedLanguage): Promise<void> {
  await i18next.changeLanguage(language)
  usePreferences.setState({ language })
  applyLanguage(language)
}

export const activeLanguage = (): OfferedLanguage =>
  isOffered(i18next.language) ? i18next.language : DEFAULT_LANGUAGE

export { i18next }

/** Fetches namespaces in the current language; rejects when one does not arrive. */
export function loadMessages(namespaces: readonly Namespace[]): Promise<void> {
  return new Promise((resolve, reject) => {
    void i18next.loadNamespaces([...namespaces], (error: unknown) => {
      if (error) reject(new Error('the messages did not arrive', { cause: error }))
      else resolve()
    })
  })
}
