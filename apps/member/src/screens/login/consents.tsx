import { Rich } from '../../ui/values/rich.tsx'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { loadMessages, useTranslation } from '../../i18n/i18n.ts'
import { CheckboxRow } from '../../ui/fields/checkbox-row.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { useAdultAge } from '../../queries/system.ts'
import { RulesSheet } from './rules-sheet.tsx'
import type { RulesName } from './rules-sheet.tsx'

type ConsentsProps = {
  agreed: ComponentProps<'input'>
  adult: ComponentProps<'input'>
  agreedError: string | undefined
  adultError: string | undefined
}

/** Terms and privacy with links to both texts, and the declaration of age. */
export function Consents({ agreed, adult, agreedError, adultError }: ConsentsProps) {
  const { t } = useTranslation(['auth', 'ui'])
  const age = useAdultAge()
  const [shown, setShown] = useState<RulesName | null>(null)
  // The sheet keeps its text while it closes.
  const [last, setLast] = useState<RulesName | null>(null)
  const show = (name: RulesName) => {
    loadMessages(['rule']).then(
      () => {
        setLast(name)
        setShown(name)
      },
      () => toast.bad(t('ui:error.network')),
    )
  }
  return (
    <div className="flex flex-col">
      <CheckboxRow {...agreed} error={agreedError}>
        <Rich
          text={t('register.agree')}
          parts={{
            terms: <TextButton onClick={() => show('terms')} />,
            privacy: <TextButton onClick={() => show('privacy')} />,
          }}
        />
      </CheckboxRow>
      <CheckboxRow {...adult} error={adultError}>
        {t('register.adult', { age })}
      </CheckboxRow>
      {last !== null && <RulesSheet name={last} open={shown !== null} onClose={() => setShown(null)} />}
    </div>
  )
}

/** A link inside the sentence. It opens the text without ticking the box. */
function TextButton({ onClick, children }: { onClick: () => void; children?: React.ReactNode }) {
  return (
    <button
      type="button"
      onClick={(event) => {
        event.preventDefault()
        onClick()
      }}
      className="text-brand min-h-6 text-start font-semibold underline underline-offset-2"
    >
      {children}
    </button>
  )
}
