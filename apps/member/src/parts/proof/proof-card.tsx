import { fairAbout } from '@fairlot/contract/endpoints/fair'
import { Link } from '@tanstack/react-router'
import { Copy, Download } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { saveFile } from './save-file.ts'
import { VERIFIER_FILE, verifierCommand } from './verifier.ts'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { useHasPainted } from '../../start/after-paint.ts'
import { useEvidence } from '../../stores/evidence.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { Card } from '../../ui/layout/card.tsx'

const LINK = 'text-brand inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4'

/** Downloads the proof of a round or of an event, and explains how to run the verifier without this page. `file`: null before the check. */
export function ProofCard({ name, file: proof }: { name: string; file: Blob | null }) {
  const { t } = useTranslation('calculation')
  const { data } = useRead(fairAbout, {}, { enabled: useHasPainted() })
  const trusted = useEvidence((state) => state.log?.publicKey)
  const copy = useCopy()
  const file = `${name}-proof.json`
  const served = data?.verifier != null
  const command = verifierCommand(file, trusted ?? data?.publicKey ?? null, served)
  return (
    <Card>
      <h2 className="text-title">{t('self.title')}</h2>
      <p className="text-ink-2 mt-1">{t('self.text')}</p>
      <div className="mt-4">
        <Button
          tone="outline"
          wide
          icon={<Download size={19} aria-hidden="true" />}
          why={proof === null ? t('self.notYet') : undefined}
          onClick={() => {
            if (proof !== null) saveFile(proof, file)
          }}
        >
          {t('self.download')}
        </Button>
      </div>
      <h3 className="mt-5 font-semibold">{t('self.how')}</h3>
      <p className="text-ink-2 mt-1">{t(served ? 'self.servedText' : 'self.howText')}</p>
      {served && (
        <a href={VERIFIER_FILE.href} download={VERIFIER_FILE.name} className={LINK}>
          <Download size={18} strokeWidth={1.9} aria-hidden="true" />
          {t('self.verifier')}
        </a>
      )}
      <p className="bg-sunken rounded-tile mt-2 flex items-center gap-2 py-1 ps-3.5 pe-1">
        <code dir="ltr" className="text-cap min-w-0 flex-1 py-1.5 font-sans break-all">
          {command}
        </code>
        <IconButton label={t('self.copyCommand')} onClick={() => void copy(command)}>
          <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      </p>
      <Link {...paths.fair()} className={LINK}>
        {t('self.fair')}
      </Link>
    </Card>
  )
}
