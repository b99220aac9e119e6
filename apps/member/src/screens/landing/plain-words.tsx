import { CircleSlash2, Coins, Percent, RotateCcw, Scale, UserRoundCheck } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useIsSandbox } from '../../queries/system.ts'
import { Card } from '../../ui/layout/card.tsx'
import { useAdultAge } from '../../queries/system.ts'

const FACTS = [
  ['odds', Percent],
  ['lost', CircleSlash2],
  ['refund', RotateCcw],
  ['adult', UserRoundCheck],
] as const

/** Odds and money in plain words. */
export function Plainly() {
  const { t } = useTranslation('landing')
  const sandbox = useIsSandbox()
  const age = useAdultAge()
  return (
    <Card>
      <h2 className="text-title">{t('plain.title')}</h2>
      <ul className="mt-3 flex flex-col gap-3.5">
        {sandbox && <Fact icon={Coins} title={t('plain.sandbox.title')} text={t('plain.sandbox.text')} />}
        {FACTS.map(([fact, icon]) => (
          <Fact
            key={fact}
            icon={icon}
            title={t(`plain.${fact}.title`, { age })}
            text={t(`plain.${fact}.text`)}
          />
        ))}
      </ul>
    </Card>
  )
}

function Fact({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <li className="flex gap-3.5">
      <span className="bg-brand-soft text-brand grid size-9 shrink-0 place-items-center rounded-full">
        <Icon size={19} strokeWidth={1.9} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">{title}</h3>
        <p className="text-ink-2">{text}</p>
      </div>
    </li>
  )
}

const LEFT = ['seal', 'straw', 'pay'] as const

/** What no formula rules out. */
export function Trust() {
  const { t } = useTranslation('landing')
  const sandbox = useIsSandbox()
  return (
    <Card>
      <h2 className="text-title flex items-center gap-2.5">
        <Scale size={22} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('trust.title')}
      </h2>
      <p className="text-ink-2 mt-1">{t('trust.text')}</p>
      <ul className="mt-3 flex list-disc flex-col gap-2 ps-5">
        {sandbox && <li>{t('trust.sandbox')}</li>}
        {LEFT.map((point) => (
          <li key={point}>{t(`trust.${point}`)}</li>
        ))}
      </ul>
    </Card>
  )
}
