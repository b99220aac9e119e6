import { Copy, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEvidence } from '../../stores/evidence.ts'
import { Card } from '../../ui/layout/card.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Code } from '../../ui/values/num.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { CopyValue } from './copy-value.tsx'
import { VERIFIER_FILE, verifierCommand } from '../../parts/proof/verifier.ts'
import type { About } from './who-could-cheat.tsx'

/** How to check a draw without this page: proof, program, command. */
export function SelfCheck({ about, issue }: { about: About | undefined; issue: string | undefined }) {
  const { t } = useTranslation('fair')
  const copy = useCopy()
  const served = about?.verifier != null
  const trusted = useEvidence((state) => state.log?.publicKey)
  const command = verifierCommand(
    `${issue ?? 'ISSUE'}-proof.json`,
    trusted ?? about?.publicKey ?? null,
    served,
  )
  return (
    <Card>
      <h2 className="text-title">{t('self.title')}</h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('self.text')}</p>
      <ol className="mt-4 flex flex-col gap-5">
        <Step number={1} title={t('self.proof.title')}>
          <p className="text-ink-2">{t('self.proof.text')}</p>
        </Step>
        <Step number={2} title={t('self.program.title')}>
          {about?.verifier ? (
            <>
              <p className="text-ink-2">{t('self.program.text')}</p>
              <a
                href={VERIFIER_FILE.href}
                download={VERIFIER_FILE.name}
                className={buttonClass(
                  { tone: 'outline', wide: true },
                  'mt-3 px-4! py-1.5 whitespace-normal!',
                )}
              >
                <span className="flex min-w-0 items-center gap-2 text-center">
                  <Download size={19} aria-hidden="true" className="shrink-0" />
                  {t('self.program.download')}
                </span>
              </a>
              <dl>
                <CopyValue
                  name={t('self.program.fingerprint')}
                  text={t('self.program.fingerprintText')}
                  value={about.verifier.sha256}
                />
              </dl>
            </>
          ) : (
            <p className="text-ink-2">{t(about ? 'self.program.none' : 'self.program.text')}</p>
          )}
        </Step>
        <Step number={3} title={t('self.run.title')}>
          <p className="text-ink-2">{t('self.run.text')}</p>
          <p className="bg-sunken rounded-tile mt-2 flex items-center gap-2 py-1 ps-3.5 pe-1">
            <code dir="ltr" className="text-cap min-w-0 flex-1 py-1.5 font-sans break-all">
              {command}
            </code>
            <IconButton label={t('copy', { name: t('self.run.command') })} onClick={() => void copy(command)}>
              <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          </p>
        </Step>
      </ol>
    </Card>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="bg-brand text-on-brand text-cap grid size-6 shrink-0 place-items-center rounded-full font-semibold">
        <Code>{number}</Code>
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{title}</h3>
        {children}
      </div>
    </li>
  )
}
