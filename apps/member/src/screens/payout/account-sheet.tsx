import { payoutDelete, payoutList } from '@fairlot/contract/endpoints/payout'
import { withdrawInfo } from '@fairlot/contract/endpoints/withdrawal'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { placedIn } from '../../parts/auth/refusals.ts'
import { StepUpField } from '../../parts/auth/step-up-field.tsx'
import { useStepUp } from '../../parts/auth/use-step-up.ts'
import { KindTile, useAccountName } from '../../parts/payout/payout-kind.tsx'
import type { PayoutAccount } from '../../parts/payout/payout-kind.tsx'
import { paths } from '../../paths.ts'
import { useAction } from '../../queries/actions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { List, ListLink, ListRow } from '../../ui/lists/list-row.tsx'
import { Code } from '../../ui/values/num.tsx'

type AccountSheetProps = {
  /** null: closed */
  account: PayoutAccount | null
  onClose: () => void
}

/** What can be done with an account: change it on its page, or delete it here with a code. */
export function AccountSheet({ account, onClose }: AccountSheetProps) {
  // the content stays while the sheet closes
  const [shown, setShown] = useState(account)
  if (account !== null && account !== shown) setShown(account)
  const name = useAccountName()
  const [deleting, setDeleting] = useState(false)
  const { t } = useTranslation('payout')
  if (shown === null) return null
  const close = () => {
    setDeleting(false)
    onClose()
  }
  return (
    <Sheet
      open={account !== null}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      picture={<KindTile kind={shown.kind} className="size-11" />}
      title={deleting ? t('delete.title') : name(shown)}
      subtitle={
        <span className="flex gap-1.5">
          {deleting && <bdi>{name(shown)}</bdi>}
          <Code>{shown.masked}</Code>
        </span>
      }
    >
      {deleting ? (
        <Delete account={shown} onDone={close} />
      ) : (
        <List className="shadow-none">
          <ListLink
            {...paths.payoutForm({ kind: shown.kind, id: shown.id })}
            icon={Pencil}
            label={t('menu.change')}
          />
          <ListRow icon={Trash2} label={t('menu.delete')} chevron onClick={() => setDeleting(true)} />
        </List>
      )}
    </Sheet>
  )
}

function Delete({ account, onDone }: { account: PayoutAccount; onDone: () => void }) {
  const { t } = useTranslation(['payout', 'ui'])
  const online = useOnline()
  const step = useStepUp('payout')
  const [refusal, setRefusal] = useState<string | null>(null)
  const placed = placedIn(['code'])
  const remove = useAction(payoutDelete, {
    touches: [payoutList, withdrawInfo],
    shows: (error) => error.code === 'PAYOUT_IN_USE' || placed(error),
    onSuccess: () => {
      toast.ok(t('delete.done'))
      onDone()
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return
      const { fields, message } = error.failure
      if (fields?.code !== undefined) step.complain(fields.code)
      else if (error.code === 'CODE_WRONG' || error.code === 'CODE_EXPIRED') step.complain(message)
      else if (error.code === 'PAYOUT_IN_USE') setRefusal(message)
    },
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setRefusal(null)
        if (step.isComplete()) remove.mutate({ id: account.id, code: step.code })
      }}
    >
      <p className="text-ink-2">{t('delete.text')}</p>
      {refusal !== null && (
        <div role="alert">
          <Notice tone="bad">{refusal}</Notice>
        </div>
      )}
      <StepUpField step={step} />
      <Button
        type="submit"
        tone="bad"
        size="lg"
        wide
        sending={remove.isPending}
        why={online ? undefined : t('ui:offline.money')}
      >
        {t('delete.act')}
      </Button>
    </form>
  )
}
