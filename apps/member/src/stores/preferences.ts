import { create } from 'zustand'
import { deviceLanguage, direction } from '../i18n/languages.ts'
import type { OfferedLanguage } from '../i18n/languages.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

type Preferences = {
  /** null until the visitor chooses one; the browser's language then applies */
  language: OfferedLanguage | null
  theme: ThemeChoice
  /** wallet amounts are shown as dots */
  hideBalance: boolean
  setTheme: (theme: ThemeChoice) => void
  setHideBalance: (hide: boolean) => void
}

type Kept = Pick<Preferences, 'language' | 'theme' | 'hideBalance'>

/** `start/start.ts` reads the same key, before the first paint. */
const PREFERENCES_KEY = 'fairlot.preferences'
const FIRST: Kept = { language: null, theme: 'system', hideBalance: false }

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? '{}') as { state?: Partial<Kept> }
    return { ...FIRST, ...kept.state }
  } catch {
    // Storage is blocked or damaged: the device's settings apply.
    return FIRST
  }
}

/** Preferences of this browser, independent of the account. */
export const usePreferences = create<Preferences>()((set) => ({
  ...read(),
  setTheme: (theme) => set({ theme }),
  setHideBalance: (hideBalance) => set({ hideBalance }),
}))

usePreferences.subscribe(({ language, theme, hideBalance }) => {
  try {
    localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ state: { language, theme, hideBalance } }))
  } catch {
    // Not stored: the choice holds until the page closes.
  }
})

export const currentLanguage = (): OfferedLanguage =>
  usePreferences.getState().language ?? deviceLanguage(navigator.languages)

const dark = globalThis.matchMedia('(prefers-color-scheme: dark)')

function applyTheme(): void {
  const { theme } = usePreferences.getState()
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  const bar = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bar)
}

export function applyLanguage(language: OfferedLanguage): void {
  document.documentElement.lang = language
  document.documentElement.dir = direction(language)
}

/** Applies the theme and follows changes of the choice and of the device's setting. */
export function watchPreferences(): void {
  applyTheme()
  applyLanguage(currentLanguage())
  dark.addEventListener('change', applyTheme)
  usePreferences.subscribe(applyTheme)
}
