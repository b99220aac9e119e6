import { account } from '@fairlot/contract/endpoints/home'
import { closeKeep, closeState, limits } from '@fairlot/contract/endpoints/guard'
import { useAction } from '../../../queries/actions.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Returns } from './closing-returns.tsx'
import { Waits } from './closing-waits.tsx'
import type { Closing } from './use-closing.ts'

/** The state while the account closes: since when, what has to finish, and how to keep the account. */
export function UnderWay({ state }: { state: Closing }) {
  const { t } = useTranslation(['closing', 'ui'])
  const online = useOnline()
  const keep = useAction(closeKeep, {
    touches: [closeState, account, limits],
    onSuccess: () => toast.ok(t('under.kept')),
  })
  return (
    <>
      <Card className="flex flex-col gap-4">
        <div>
          <h2 tabIndex={-1} className="text-title outline-none">
            {t('under.title')}
          </h2>
          {state.requestedAt !== null && (
            <p className="text-cap text-ink-2 mt-0.5">
              {t('under.since', { time: formatDateTime(state.requestedAt, activeLanguage()) })}
            </p>
          )}
          <p className="text-ink-2 mt-2">{t('under.text')}</p>
        </div>
        <Button
          size="lg"
          wide
          sending={keep.isPending}
          why={online ? undefined : t('ui:offline.bar')}
          onClick={() => keep.mutate({})}
        >
          {t('under.keep')}
        </Button>
      </Card>
      <Waits state={state} none={t('under.soon')} />
      <Returns />
    </>
  )
}
