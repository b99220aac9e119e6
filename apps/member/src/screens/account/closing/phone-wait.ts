import { useTranslation } from '../../../i18n/i18n.ts'
import type { Closing } from './use-closing.ts'

export type PhoneWait = Closing['phoneWait']

declare module '@tanstack/history' {
  interface HistoryState {
    /** shown by the page after closing; kept in the history state because the server no longer knows the member */
    phoneWait?: PhoneWait
  }
}

/** What keeps the phone number from registering again, one sentence each; empty when nothing does. */
export function usePhoneWait({ hours, exclusion }: PhoneWait): string[] {
  const { t } = useTranslation('closing')
  return [
    ...(hours > 0 ? [t('back.limits', { count: hours })] : []),
    ...(exclusion === null ? [] : [t(`back.${exclusion}`)]),
  ]
}
