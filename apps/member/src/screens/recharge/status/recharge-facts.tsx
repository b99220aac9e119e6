import { Copy } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { ReactNode } from 'react'
import type { rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../../api/api.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'
import { OutcomeNotice } from './recharge-outcome.tsx'

/** The recharge's number and method, which support asks for. */
export function Facts({ recharge }: { recharge: Output<typeof rechargeStatus> }) {
  const { t } = useTranslation(['recharge', 'ui'])
  const copy = useCopy()
  return (
    <>
      <OutcomeNotice recharge={recharge} />
      <Card pad="none" className="px-4">
        <dl>
          <Fact name={t('facts.number')}>
            <Code className="font-semibold">{recharge.number}</Code>
            <IconButton
              label={t('facts.copy')}
              className="-me-2.5"
              onClick={() => void copy(recharge.number)}
            >
              <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
            </IconButton>
          </Fact>
          <Fact name={t('method.label')}>
            <span>{recharge.method === 'sandbox' ? t('method.sandbox.name') : recharge.method}</span>
          </Fact>
        </dl>
      </Card>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line flex min-h-13 flex-wrap items-center justify-between gap-x-3 border-b last:border-transparent">
      <dt className="text-ink-2">{name}</dt>
      <dd className="flex items-center gap-1">{children}</dd>
    </div>
  )
}
