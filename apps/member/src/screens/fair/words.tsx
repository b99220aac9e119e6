import { useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'

const WORDS = ['fingerprint', 'secret', 'seal', 'beacon', 'proof', 'signature', 'witness'] as const

/** The terms that this page uses. */
export function Words() {
  const { t } = useTranslation('fair')
  return (
    <Card>
      <h2 className="text-title">{t('words.title')}</h2>
      <dl className="mt-2 flex flex-col gap-3">
        {WORDS.map((word) => (
          <div key={word}>
            <dt className="font-semibold">{t(`words.${word}.name`)}</dt>
            <dd className="text-ink-2">{t(`words.${word}.text`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
