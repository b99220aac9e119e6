import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { deviceLanguage, direction } from '../i18n/languages.ts'
import type { OfferedLanguage } from '../i18n/languages.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

type Preferences = {
  /** null until the visitor chose one: then the browser's language counts */
  language: OfferedLanguage | null
  theme: ThemeChoice
  /** the wallet's amounts are shown as dots */
  hideBalance: boolean
  setTheme: (theme: ThemeChoice) => void
  setHideBalance: (hide: boolean) => void
}

/** What belongs to this browser and not to the account. `public/boot.js` reads the same key before the first paint. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      language: null,
      theme: 'system',
      hideBalance: false,
      setTheme: (theme) => set({ theme }),
      setHideBalance: (hideBalance) => set({ hideBalance }),
    }),
    {
      name: 'fairlot.preferences',
      version: 1,
      partialize: ({ language, theme, hideBalance }) => ({ language, theme, hideBalance }),
    },
  ),
)

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

/** Follows the theme choice and the device's own setting from now on. */
export function watchPreferences(): void {
  applyTheme()
  applyLanguage(currentLanguage())
  dark.addEventListener('change', applyTheme)
  usePreferences.subscribe(applyTheme)
}
