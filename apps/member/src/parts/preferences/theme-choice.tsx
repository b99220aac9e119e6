import { useTranslation } from '../../i18n/i18n.ts'
import { usePreferences } from '../../stores/preferences.ts'
import type { ThemeChoice as Theme } from '../../stores/preferences.ts'
import { Segments } from '../../ui/fields/choice.tsx'

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[]

/** System, light, dark. */
export function ThemeChoice() {
  const { t } = useTranslation()
  const theme = usePreferences((state) => state.theme)
  const setTheme = usePreferences((state) => state.setTheme)
  return (
    <Segments
      label={t('theme.label')}
      value={theme}
      onChange={setTheme}
      choices={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
    />
  )
}
