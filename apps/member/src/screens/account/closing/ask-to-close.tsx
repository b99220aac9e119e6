import { Ban, Hourglass, PartyPopper, ReceiptText, Smartphone, Undo2, UserX } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useIsSandbox } from '../../../queries/system.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CodeField } from '../../../ui/fields/code-field.tsx'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { InboxNotice } from '../../../parts/auth/inbox-notice.tsx'
import { usePhoneWait } from './phone-wait.ts'
import { useCloseForm } from './use-close-form.ts'
import type { Closing } from './use-closing.ts'
import { Waits } from './closing-waits.tsx'

/** Explains closing and lists what has to finish first, then asks for the code and a last confirmation. */
export function AskToClose({ state }: { state: Closing }) {
  const { t } = useTranslation('closing')
  return (
    <>
      <WhatHappens state={state} />
      <Waits state={state} none={t('waits.none')} />
      <Confirm />
    </>
  )
}

function WhatHappens({ state: { balanceReturns, phoneWait } }: { state: Closing }) {
  const { t } = useTranslation('closing')
  const back = usePhoneWait(phoneWait)
  const steps: readonly (readonly [LucideIcon, string])[] = [
    [Ban, t('what.stop')],
    [Hourglass, t('what.open')],
    [PartyPopper, t('what.events')],
    [Undo2, t(balanceReturns ? 'what.play' : 'what.real')],
    [UserX, t('what.erase')],
    [ReceiptText, t('what.device')],
    ...back.map((text) => [Smartphone, text] as const),
  ]
  return (
    <Card>
      <h2 tabIndex={-1} className="text-lead outline-none">
        {t('what.title')}
      </h2>
      <ol className="mt-3 flex flex-col gap-3.5">
        {steps.map(([Icon, text]) => (
          <li key={text} className="flex items-start gap-3.5">
            <span className="bg-brand-soft text-brand grid size-9 shrink-0 place-items-center rounded-full">
              <Icon size={19} strokeWidth={1.9} aria-hidden="true" />
            </span>
            <p className="min-w-0 flex-1 self-center">{text}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Confirm() {
  const { t } = useTranslation(['closing', 'auth', 'ui'])
  const sandbox = useIsSandbox()
  const online = useOnline()
  const { element, ...form } = useCloseForm()
  return (
    <Card>
      <form ref={element} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <div>
          <h2 className="text-lead">{t('confirm.title')}</h2>
          <p className="text-ink-2 mt-0.5">{t('confirm.text', { phone: form.phone })}</p>
        </div>
        <CodeField
          value={form.code}
          onChange={form.enter}
          error={form.error}
          onSend={form.send}
          sending={form.sendingCode}
          resendAt={form.resendAt}
        />
        <p role="status" className="text-cap text-ink-2 empty:hidden">
          {form.minutes !== null && t('auth:code.sent', { phone: form.phone, count: form.minutes })}
        </p>
        {sandbox && <InboxNotice />}
        <Button type="submit" tone="bad" size="lg" wide why={online ? undefined : t('ui:offline.bar')}>
          {t('confirm.submit')}
        </Button>
      </form>
      <Dialog
        open={form.asking}
        onOpenChange={form.ask}
        title={t('ask.title')}
        keep={t('ask.keep')}
        act={t('ask.act')}
        onAct={form.close}
        acting={form.closing}
        tone="bad"
      >
        {t('ask.text')}
      </Dialog>
    </Card>
  )
}
