import { Eye } from 'lucide-react'
import { formatNumber } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { useAgo } from '../../ui/values/ago.tsx'
import { CopyValue } from './copy-value.tsx'
import type { About } from './who-could-cheat.tsx'

/** The witnesses that new issues name, with the last state that each has signed. */
export function WitnessList({ witnesses }: { witnesses: About['witnesses'] }) {
  const { t } = useTranslation('fair')
  if (witnesses.length === 0) return null
  return (
    <Card>
      <h2 className="text-title flex items-center gap-2.5">
        <Eye size={22} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('log.witnesses')}
      </h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('log.witnessesText')}</p>
      <dl className="mt-1">
        {witnesses.map((witness) => (
          <Witness key={witness.key} witness={witness} />
        ))}
      </dl>
    </Card>
  )
}

function Witness({ witness: { key, own, size, signedAt } }: { witness: About['witnesses'][number] }) {
  const { t } = useTranslation('fair')
  const ago = useAgo(signedAt ?? 0)
  const text =
    size === null || signedAt === null
      ? t('log.witnessNever')
      : t('log.witnessSigned', { size: formatNumber(size), ago })
  const name = own ? t('log.witnessOwn', { name: nameOf(key) }) : nameOf(key)
  return <CopyValue name={name} text={text} value={key} />
}

/** A key in the text form of signed notes begins with the name of the witness. */
const nameOf = (key: string): string => key.slice(0, key.indexOf('+'))
