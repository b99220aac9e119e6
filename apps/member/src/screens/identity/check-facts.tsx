import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import type { Identity } from '../../parts/identity/identity-standing.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Code } from '../../ui/values/num.tsx'
import { usePictureName } from './picture-slot.tsx'

type Check = NonNullable<Identity['check']>

/** What the house has of the member, and until when. */
export function CheckFacts({ check }: { check: Check }) {
  const { t } = useTranslation('identity')
  const copy = useCopy()
  const picture = usePictureName(check.document)
  return (
    <Card pad="none" className="px-4 pt-3">
      <h2 className="text-lead">{t('facts.title')}</h2>
      <dl className="mt-1">
        <Fact name={t('facts.number')}>
          <Code className="font-semibold break-all">{check.number}</Code>
          <IconButton label={t('facts.copy')} className="-me-2.5" onClick={() => void copy(check.number)}>
            <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
          </IconButton>
        </Fact>
        <Fact name={t('facts.document')}>{t(`document.${check.document}`)}</Fact>
        {check.name !== null && (
          <Fact name={t('facts.name')}>
            <bdi className="break-words">{check.name}</bdi>
          </Fact>
        )}
        <Fact name={t('facts.pictures')}>
          {new Intl.ListFormat(activeLanguage(), { type: 'unit', style: 'short' }).format(
            check.pictures.map(({ slot }) => picture(slot)),
          )}
        </Fact>
        <Fact name={t('facts.storage')}>
          <Storage check={check} />
        </Fact>
      </dl>
    </Card>
  )
}

/** Whether the pictures are kept, and when they are deleted. */
function Storage({ check: { pictures, erasedFrom } }: { check: Check }) {
  const { t } = useTranslation('identity')
  if (pictures.every(({ state }) => state === 'erased')) return t('facts.erased')
  if (erasedFrom === null) return t('facts.kept')
  return t('facts.until', { date: formatDate(erasedFrom, activeLanguage()) })
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-b py-1 last:border-transparent">
      <dt className="text-ink-2">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1 font-medium">{children}</dd>
    </div>
  )
}
