import { useTranslation } from '../../i18n/i18n.ts'
import { toast } from '../feedback/toast.ts'

/** Copies text and shows a toast with the result. `navigator.clipboard` exists on secure origins only. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTranslation()
  return async (text) => {
    try {
      if (!isSecureContext) throw new Error('no clipboard on this origin')
      await navigator.clipboard.writeText(text)
      toast.ok(t('copied'))
    } catch {
      toast.bad(t('copyFailed'))
    }
  }
}
