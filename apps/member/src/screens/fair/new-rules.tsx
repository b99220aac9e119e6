import { useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'

const RULES = ['once', 'favour', 'wait', 'games', 'earlier'] as const

/** What binds the draws that open now: one seal, the members' favour, games by schedule; and what opened before. */
export function NewRules() {
  const { t } = useTranslation('fair')
  return (
    <Card>
      <h2 className="text-title">{t('rules.title')}</h2>
      <dl className="mt-2 flex flex-col gap-3">
        {RULES.map((rule) => (
          <div key={rule}>
            <dt className="font-semibold">{t(`rules.${rule}.name`)}</dt>
            <dd className="text-ink-2 text-pretty">{t(`rules.${rule}.text`)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
