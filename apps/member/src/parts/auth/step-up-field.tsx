import { useTranslation } from '../../i18n/i18n.ts'
import { CodeField } from '../../ui/fields/code-field.tsx'
import { SandboxCode } from './sandbox-code.tsx'
import type { StepUp } from './use-step-up.ts'

/** The field for the SMS code; in a sandbox, the code appears under it. */
export function StepUpField({ step }: { step: StepUp }) {
  const { t } = useTranslation('auth')
  const { phone, sent } = step
  return (
    <div className="flex flex-col gap-3">
      <CodeField
        value={step.code}
        onChange={step.enter}
        error={step.error}
        onSend={step.send}
        sending={step.sending}
        resendAt={sent?.resendAt ?? null}
      />
      <p role="status" className="text-cap text-ink-2 empty:hidden">
        {sent !== null && sent.minutes > 0 && t('code.sent', { phone, count: sent.minutes })}
      </p>
      <SandboxCode
        phone={phone}
        since={sent !== null && sent.minutes > 0 ? sent.at : null}
        value={step.code}
        onFill={step.enter}
      />
    </div>
  )
}
