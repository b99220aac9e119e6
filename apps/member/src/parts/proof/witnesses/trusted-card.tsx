import { Pin } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { witnessKeyOf } from '../trust.ts'
import { TrustSheet } from './trust-sheet.tsx'
import { useTrust } from './use-trust.ts'

type TrustedCardProps = {
  /** those that new openings name */
  witnesses: readonly { key: string; own: boolean }[]
}

/** The witness that the member of this device trusts, apart from any draw, to change or to remove. */
export function TrustedCard({ witnesses }: TrustedCardProps) {
  const { t } = useTranslation('witness')
  const trusted = useTrust()
  const [open, setOpen] = useState(false)
  if (witnesses.length === 0 && trusted === null) return null
  const named = witnesses.some(({ key }) => key === trusted)
  const listed = trusted === null || named ? witnesses : [{ key: trusted, own: false }, ...witnesses]
  return (
    <Card>
      <h2 className="text-title flex items-center gap-2.5">
        <Pin size={22} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('trust.title')}
      </h2>
      <p className="bg-sunken rounded-tile mt-3 p-3.5 text-pretty">
        {trusted === null ? (
          t('trust.none')
        ) : (
          <bdi className="font-semibold break-words">{nameOf(trusted)}</bdi>
        )}
      </p>
      <Button tone="outline" wide className="mt-3" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(trusted === null ? 'trust.open' : 'trust.another')}
      </Button>
      <TrustSheet
        open={open}
        onOpenChange={setOpen}
        quorum={null}
        witnesses={listed.map(({ key, own }) => ({ key, name: nameOf(key), own, did: null }))}
        onTrusted={() => undefined}
      />
    </Card>
  )
}

const nameOf = (key: string): string => witnessKeyOf(key)?.name ?? key
