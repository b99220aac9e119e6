import { Eye } from 'lucide-react'
import { formatNumber } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Ago } from '../../ui/values/ago.tsx'
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
      <ul className="mt-2">
        {witnesses.map(({ key, size, signedAt }) => (
          <li key={key} className="border-line border-b py-3 last:border-transparent last:pb-0">
            <h3 className="font-semibold">
              <bdi>{nameOf(key)}</bdi>
            </h3>
            <p className="text-cap text-ink-2 flex flex-wrap gap-x-1.5">
              {size === null || signedAt === null ? (
                t('log.witnessNever')
              ) : (
                <>
                  <span>{t('log.witnessSigned', { size: formatNumber(size) })}</span>
                  <span aria-hidden="true">·</span>
                  <Ago at={signedAt} />
                </>
              )}
            </p>
            <dl>
              <CopyValue name={t('log.witness')} text={t('log.witnessText')} value={key} />
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A key in the text form of signed notes begins with the name of the witness. */
const nameOf = (key: string): string => key.slice(0, key.indexOf('+'))
