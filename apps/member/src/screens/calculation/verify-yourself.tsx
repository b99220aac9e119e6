import { fairAbout } from '@fairlot/contract/endpoints/fair'
import { Link } from '@tanstack/react-router'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useRead } from '../../queries/queries.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Code } from '../../ui/values/num.tsx'
import { saveFile } from '../../parts/proof/save-file.ts'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { VERIFIER_FILE, verifierCommand } from '../../parts/proof/verifier.ts'
import type { Revealed } from '../../parts/proof/check.ts'
import { useHasPainted } from '../../start/after-paint.ts'
import { useEvidence } from '../../stores/evidence.ts'
import { formatFileSize } from '../../i18n/lazy-formats.ts'
import { valueLines } from './formula.ts'
import type { CalculationHead } from './use-calculation.ts'
import type { Check } from '../../parts/proof/use-check.ts'
import { HexValue } from './proof-values.tsx'

/** Downloads the proof, copies its values, and explains how to run the verifier without this page. */
export function VerifyYourself({ head, check }: { head: CalculationHead; check: Check }) {
  const { t } = useTranslation('calculation')
  const isSealed = head.code === null
  const name = `${head.card.issue}-${isSealed ? 'sealed' : 'proof'}.json`
  const revealed = check.state === 'done' ? check.checked.revealed : null
  const copy = useCopy()
  const lines = useValueLines(head, revealed)
  return (
    <Card>
      <h2 className="text-title">{t(isSealed ? 'self.sealedTitle' : 'self.title')}</h2>
      <p className="text-ink-2 mt-1">{t(isSealed ? 'self.sealedText' : 'self.text')}</p>
      <div className="mt-4 flex flex-col gap-2.5">
        <ProofButton name={name} check={check} isSealed={isSealed} />
        <Button
          tone="sunken"
          wide
          icon={<Copy size={19} aria-hidden="true" />}
          onClick={() => void copy(lines)}
        >
          {t('self.copy')}
        </Button>
      </div>
      <h3 className="mt-5 font-semibold">{t('self.how')}</h3>
      <HowToRun proof={name} />
      {revealed && <RevealedValues revealed={revealed} />}
    </Card>
  )
}

function ProofButton({ name, check, isSealed }: { name: string; check: Check; isSealed: boolean }) {
  const { t } = useTranslation('calculation')
  const icon = <Download size={19} aria-hidden="true" />
  const label = t(isSealed ? 'self.downloadSealed' : 'self.download')
  if (check.state !== 'done') {
    return (
      <Button tone="outline" wide icon={icon} why={t('self.notYet')}>
        {label}
      </Button>
    )
  }
  const { file } = check
  return (
    <>
      <Button tone="outline" wide icon={icon} onClick={() => saveFile(file, name)}>
        {label}
      </Button>
      <p className="text-cap text-ink-2 text-center">
        <Code>{name}</Code> · <Code>{formatFileSize(file.size)}</Code>
      </p>
    </>
  )
}

/** The verifier that this deployment serves, else the repository's; with the log's key when it is known. */
function HowToRun({ proof }: { proof: string }) {
  const { t } = useTranslation('calculation')
  const { data } = useRead(fairAbout, {}, { enabled: useHasPainted() })
  const trusted = useEvidence((state) => state.log?.publicKey)
  const served = data?.verifier != null
  return (
    <>
      <p className="text-ink-2 mt-1">{t(served ? 'self.servedText' : 'self.howText')}</p>
      {served && (
        <a
          href={VERIFIER_FILE.href}
          download={VERIFIER_FILE.name}
          className="text-brand inline-flex min-h-11 items-center gap-2 font-semibold underline underline-offset-4"
        >
          <Download size={18} strokeWidth={1.9} aria-hidden="true" />
          {t('self.verifier')}
        </a>
      )}
      <Command text={verifierCommand(proof, trusted ?? data?.publicKey ?? null, served)} />
      {data && <p className="text-cap text-ink-2 mt-1.5">{t('self.key')}</p>}
      <Link
        {...paths.fair()}
        className="text-brand mt-1 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('self.fair')}
      </Link>
    </>
  )
}

function Command({ text }: { text: string }) {
  const { t } = useTranslation('calculation')
  const copy = useCopy()
  return (
    <p className="bg-sunken rounded-tile mt-2 flex items-center gap-2 py-1 ps-3.5 pe-1">
      <code dir="ltr" className="text-cap min-w-0 flex-1 py-1.5 font-sans break-all">
        {text}
      </code>
      <IconButton label={t('self.copyCommand')} onClick={() => void copy(text)}>
        <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
    </p>
  )
}

function RevealedValues({ revealed }: { revealed: Revealed }) {
  const { t } = useTranslation('calculation')
  const [open, setOpen] = useState(false)
  const values = (
    [
      ['commitment', revealed.commitment],
      ['salt', revealed.salt],
      ['digest', revealed.digest],
      ['round', revealed.round === null ? null : String(revealed.round)],
      ['signature', revealed.signature],
      ['entropy', revealed.entropy],
    ] as const
  ).flatMap(([name, value]) => (value === null ? [] : [{ name, value }]))
  return (
    <div className="mt-4">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="text-brand min-h-11 font-semibold underline underline-offset-4"
      >
        {t(open ? 'values.hide' : 'values.show')}
      </button>
      {open && (
        <dl>
          {values.map(({ name, value }) => (
            <HexValue key={name} name={t(`values.${name}`)} value={value} />
          ))}
        </dl>
      )}
    </div>
  )
}

function useValueLines(head: CalculationHead, revealed: Revealed | null): string {
  const { t } = useTranslation('calculation')
  const text = (value: number | null) => (value === null ? null : String(value))
  return valueLines([
    [t('values.issue'), head.card.issue],
    [t('values.shares'), String(head.card.shares)],
    [t('values.orders'), String(head.orders)],
    [t('values.sum'), head.sum],
    [t('values.entropyRemainder'), text(head.entropyRemainder)],
    [t('values.remainder'), text(head.remainder)],
    [t('values.code'), text(head.code)],
    [t('values.commitment'), revealed?.commitment ?? null],
    [t('values.salt'), revealed?.salt ?? null],
    [t('values.digest'), head.digest],
    [t('values.round'), text(revealed?.round ?? null)],
    [t('values.signature'), revealed?.signature ?? null],
    [t('values.entropy'), head.entropy],
  ])
}
