import { useTranslation } from '../../../i18n/i18n.ts'
import type { Closing } from './use-closing.ts'

export type PhoneWait = Closing['phoneWait']

declare module '@tanstack/history' {
  interface HistoryState {
    /** what the page after closing tells; nobody can be asked for it any more, and it is no part of the address */
    phoneWait?: PhoneWait
  }
}

/** What keeps the phone number from registering again, a sentence each; none: nothing does. */
export function usePhoneWait({ hours, stopped }: PhoneWait): string[] {
  const { t } = useTranslation('closing')
  return [
    ...(hours > 0 ? [t('back.limits', { count: hours })] : []),
    ...(stopped === null ? [] : [t(`back.${stopped}`)]),
  ]
}
