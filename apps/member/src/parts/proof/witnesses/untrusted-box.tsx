import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Trusted } from '../trust.ts'
import { TrustSheet } from './trust-sheet.tsx'

type UntrustedBoxProps = {
  what: 'draw' | 'round'
  trusted: Trusted
  /** the member trusts another witness now: the check has to run again */
  onTrusted: () => void
}

/** Every step holds, but the witness that the member trusts did not sign: the result does not hold for this member. */
export function UntrustedBox({ what, trusted, onTrusted }: UntrustedBoxProps) {
  const { t } = useTranslation('witness')
  const [open, setOpen] = useState(false)
  return (
    <section
      role="alert"
      aria-labelledby="verdict"
      className="bg-sunken text-ink ring-line-strong rounded-card flex items-start gap-3 p-4 ring-1 ring-inset"
    >
      <EyeOff size={30} strokeWidth={1.9} className="text-ink-2 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <h2 id="verdict" className="text-lead font-bold">
          {t(`verdict.${what}`)}
        </h2>
        <p className="mt-0.5 text-pretty">
          {t(trusted.state === 'unnamed' ? 'verdict.unnamed' : 'verdict.silent', { name: trusted.name })}
        </p>
        <Button
          size="sm"
          tone="outline"
          className="mt-3"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {t('trust.another')}
        </Button>
        <TrustSheet open={open} onOpenChange={setOpen} quorum={null} witnesses={[]} onTrusted={onTrusted} />
      </div>
    </section>
  )
}

/** The same in a list of draws, and a draw that too few witnesses have confirmed (`trusted` null). */
export function Doubt({ trusted }: { trusted: Trusted | null }) {
  const { t } = useTranslation('witness')
  return (
    <p className="bg-sunken rounded-tile flex items-start gap-2 px-3 py-2 font-semibold">
      <EyeOff size={20} strokeWidth={1.9} className="text-ink-2 shrink-0" aria-hidden="true" />
      <span>
        {t(trusted === null ? 'verdict.unconfirmed' : 'verdict.draw')}
        {trusted !== null && <bdi className="block font-normal break-words">{trusted.name}</bdi>}
      </span>
    </p>
  )
}
