import { Copy, ExternalLink } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'
import { QrCode } from '../../../ui/values/qr-code.tsx'
import type { Recharge } from '../status/use-recharge-state.ts'

/** The code of a UPI payment is an address, which an app on the same phone opens. */
const OPENS = /^upi:\/\/pay\?/

/**
 * The payment code of the scheme: to scan with another device, and for an app on the same phone to copy or to open. It holds
 * the amount and the reference.
 */
export function PayCode({ kind, code }: { kind: Recharge['kind']; code: string }) {
  const { t } = useTranslation('transfer')
  const copy = useCopy()
  return (
    <div className="narrow:flex-row flex flex-col items-center gap-4">
      <QrCode value={code} label={t('code.label')} className="w-40 max-w-full shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-2.5">
        <p className="text-cap text-ink-2">{t('code.text')}</p>
        {OPENS.test(code) && (
          <a href={code} className={buttonClass({ tone: 'outline', size: 'sm' })}>
            <span className="flex items-center gap-2">
              <ExternalLink size={17} strokeWidth={1.8} className="mirror" aria-hidden="true" />
              {t('code.open')}
            </span>
          </a>
        )}
        <Button
          tone="outline"
          size="sm"
          icon={<Copy size={17} strokeWidth={1.8} aria-hidden="true" />}
          onClick={() => void copy(code)}
        >
          {t(kind === 'pix' ? 'code.copyPix' : 'code.copy')}
        </Button>
      </div>
    </div>
  )
}
