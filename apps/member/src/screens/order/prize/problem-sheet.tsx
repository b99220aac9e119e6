import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { CallError } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { focusFirstError } from '../../../parts/auth/refusals.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import type { PrizeSteps } from './use-prize-steps.ts'

/** The contract's maximum. */
const MOST = 1000

type ProblemSheetProps = { steps: PrizeSteps; open: boolean; onOpenChange: (open: boolean) => void }

/** What is wrong with a delivery. The text stays when the sheet is closed and when the call is refused. */
export function ProblemSheet({ steps: { dispute, asking }, open, onOpenChange }: ProblemSheetProps) {
  const { t } = useTranslation(['prize', 'ui'])
  const online = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const refused = dispute.error instanceof CallError ? dispute.error.failure.fields?.['text'] : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') {
      setMissing(true)
      return focusFirstError(form.current)
    }
    dispute.mutate({ text })
  }
  return (
    <Sheet
      open={open && asking === 'problem'}
      onOpenChange={onOpenChange}
      title={t('problem.title')}
      size="form"
    >
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-ink-2">{t('problem.text')}</p>
        <TextArea
          label={t('problem.label')}
          hint={t('problem.hint')}
          error={missing ? t('problem.required') : refused}
          value={text}
          maxLength={MOST}
          onChange={(event) => {
            setText(event.target.value)
            setMissing(false)
          }}
        />
        <Button
          type="submit"
          size="lg"
          wide
          sending={dispute.isPending}
          why={online ? undefined : t('ui:offline.money')}
        >
          {t('problem.act')}
        </Button>
      </form>
    </Sheet>
  )
}
