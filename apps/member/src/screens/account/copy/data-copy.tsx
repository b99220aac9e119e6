import { memberFile } from '@fairlot/contract/endpoints/statement'
import { Download, FileKey2, Gauge, Package, ReceiptText, UserRound, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { CallError } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { placedIn } from '../../../parts/auth/refusals.ts'
import { StepUpField } from '../../../parts/auth/step-up-field.tsx'
import { useStepUp } from '../../../parts/auth/use-step-up.ts'
import { saveFrom } from '../../../parts/proof/save-file.ts'
import { useAction } from '../../../queries/actions.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'

/** The page that offers a copy of everything that is stored about the member: what it contains, the code, the download. */
export default function DataCopyScreen(): ReactNode {
  const { t } = useTranslation('copy')
  return (
    <AccountPage entry="settings" title={t('title')} nav={<NavBar title={t('title')} />}>
      <div className="tab:pt-4 desk:pt-2 desk:max-w-160 flex flex-col gap-5 pt-1">
        <Contents />
        <Confirm />
      </div>
    </AccountPage>
  )
}

function Contents() {
  const { t } = useTranslation('copy')
  const parts: readonly (readonly [LucideIcon, string])[] = [
    [UserRound, t('parts.profile')],
    [Wallet, t('parts.money')],
    [Package, t('parts.orders')],
    [ReceiptText, t('parts.records')],
    [Gauge, t('parts.limits')],
    [FileKey2, t('parts.without')],
  ]
  return (
    <Card>
      <h2 className="text-lead">{t('parts.title')}</h2>
      <ul className="mt-3 flex flex-col gap-3.5">
        {parts.map(([Icon, text]) => (
          <li key={text} className="flex items-start gap-3.5">
            <span className="bg-brand-soft text-brand grid size-9 shrink-0 place-items-center rounded-full">
              <Icon size={19} strokeWidth={1.9} aria-hidden="true" />
            </span>
            <p className="min-w-0 flex-1 self-center">{text}</p>
          </li>
        ))}
      </ul>
      <p className="text-cap text-ink-2 border-line mt-4 border-t pt-3">{t('format')}</p>
    </Card>
  )
}

const isOfCode = (error: CallError): boolean => error.code === 'CODE_WRONG' || error.code === 'CODE_EXPIRED'

function Confirm() {
  const { t } = useTranslation(['copy', 'ui'])
  const online = useOnline()
  const step = useStepUp('export')
  const [begun, setBegun] = useState(false)
  const asking = useAction(memberFile, {
    shows: (error) => isOfCode(error) || placedIn(['code'])(error),
    onSuccess: ({ url }) => {
      saveFrom(url)
      // the code is used up
      step.enter('')
      setBegun(true)
    },
    onError: (error) => {
      if (error instanceof CallError && (isOfCode(error) || error.failure.fields?.code !== undefined))
        step.complain(error.failure.fields?.code ?? error.failure.message)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setBegun(false)
    if (step.isComplete()) asking.mutate({ code: step.code })
  }
  return (
    <Card>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div>
          <h2 className="text-lead">{t('confirm.title')}</h2>
          <p className="text-ink-2 mt-0.5">{t('confirm.text', { phone: step.phone })}</p>
        </div>
        <StepUpField step={step} />
        <Button
          type="submit"
          tone="gold"
          size="lg"
          wide
          icon={<Download size={20} strokeWidth={2} aria-hidden="true" />}
          sending={asking.isPending}
          why={online ? undefined : t('ui:offline.bar')}
        >
          {t('confirm.submit')}
        </Button>
        <p role="status" className="text-ok empty:hidden">
          {begun && t('begun')}
        </p>
      </form>
    </Card>
  )
}
