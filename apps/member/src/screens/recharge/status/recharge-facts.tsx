import { Copy } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { ReactNode } from 'react'
import { useWayName } from '../../../parts/recharge/recharge-way.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'
import { Money } from '../../../ui/values/money.tsx'
import type { Recharge } from './use-recharge-state.ts'

/** The recharge's number, which support asks for, its method, and what the member said about the payer. */
export function Facts({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation(['recharge', 'ui'])
  const copy = useCopy()
  const nameOf = useWayName()
  const { number, payer, amount, credited } = recharge
  return (
    <Card pad="none" className="px-4">
      <dl>
        <Fact name={t('facts.number')}>
          <Code className="font-semibold">{number}</Code>
          <IconButton label={t('facts.copy')} className="-me-2.5" onClick={() => void copy(number)}>
            <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
          </IconButton>
        </Fact>
        <Fact name={t('method.label')}>
          <bdi>{nameOf(recharge)}</bdi>
        </Fact>
        {payer.map(({ field, masked }) => (
          <Fact key={field} name={t(`payer.field.${field}`)}>
            <bdi className="break-words">{masked}</bdi>
          </Fact>
        ))}
        {credited !== null && credited !== amount && (
          <>
            <Fact name={t('facts.asked')}>
              <Money amount={amount} />
            </Fact>
            <Fact name={t('facts.credited')}>
              <Money amount={credited} className="font-semibold" />
            </Fact>
          </>
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line flex min-h-13 flex-wrap items-center justify-between gap-x-3 border-b py-1.5 last:border-transparent">
      <dt className="text-ink-2">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">{children}</dd>
    </div>
  )
}
