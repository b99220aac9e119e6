import { useTranslation } from '../../i18n/i18n.ts'
import { useAdultAge } from '../../queries/system.ts'

/** The contract's field rules that these forms use. `REPEAT` is the form's own rule. */
const RULES = [
  'REQUIRED',
  'PHONE_FORMAT',
  'CODE_FORMAT',
  'PASSWORD_LENGTH',
  'PASSWORD_LETTER',
  'PASSWORD_DIGIT',
  'PASSWORD_CHARACTERS',
  'INVITATION_FORMAT',
  'TERMS_REQUIRED',
  'ADULT_REQUIRED',
  'REPEAT',
] as const
type Rule = (typeof RULES)[number]

const isRule = (text: string): text is Rule => (RULES as readonly string[]).includes(text)

/** The message under a field: the text of a rule, or the server's message unchanged. */
export function useFieldText(): (message: string | undefined) => string | undefined {
  const { t } = useTranslation('auth')
  const age = useAdultAge()
  return (message) => (message !== undefined && isRule(message) ? t(`field.${message}`, { age }) : message)
}
