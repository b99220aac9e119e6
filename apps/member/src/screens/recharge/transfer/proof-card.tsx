import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { UploadSlot } from '../../../parts/upload/upload-slot.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Code } from '../../../ui/values/num.tsx'
import type { Proof, ProofState } from './use-proof.ts'

/** The form's id, because its button is in the page's action bar. */
export const PROOF_FORM = 'transfer-proof'

type ProofCardProps = {
  proof: ProofState
  /** why it helps */
  text: string
  /** the form's button, where it is not in the page's action bar */
  children?: ReactNode
}

/** What helps to find the transfer: the bank's transaction number, a slip, or both. */
export function ProofCard({ proof, text, children }: ProofCardProps) {
  const { t } = useTranslation('transfer')
  return (
    <section aria-labelledby="proof">
      <h2 id="proof" className="text-lead mb-2">
        {t(proof.given === null ? 'proof.title' : 'proof.done')}
      </h2>
      <Card className="flex flex-col gap-4">
        {proof.given !== null && <Given proof={proof.given} />}
        {proof.isOpen ? (
          <form id={PROOF_FORM} noValidate onSubmit={proof.submit} className="flex flex-col gap-4">
            <p className="text-ink-2">{text}</p>
            <Field
              label={t('proof.number')}
              hint={t('proof.numberHint')}
              value={proof.reference}
              error={proof.error}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              dir="ltr"
              onChange={(event) => proof.enter(event.target.value)}
            />
            <UploadSlot upload={proof.slip} label={t('proof.slip')} hint={t('proof.slipText')} outlined />
            {children}
          </form>
        ) : (
          <button
            type="button"
            onClick={proof.again}
            className="press text-brand -my-2 min-h-11 self-start font-semibold"
          >
            {t('proof.again')}
          </button>
        )}
      </Card>
    </section>
  )
}

function Given({ proof: { reference, slip, at } }: { proof: NonNullable<Proof> }) {
  const { t } = useTranslation('transfer')
  return (
    <div className="flex items-start gap-3">
      <CircleCheck size={22} strokeWidth={1.9} className="text-ok mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {reference !== null && (
          <p className="flex flex-wrap gap-x-2">
            <span className="text-ink-2">{t('proof.number')}</span>
            <Code className="font-semibold break-all">{reference}</Code>
          </p>
        )}
        {slip && <p className="font-semibold">{t('proof.slipSent')}</p>}
        <p className="text-cap text-ink-2">
          <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, activeLanguage())}</time>
        </p>
      </div>
    </div>
  )
}
