import type { LimitKind } from '@fairlot/contract/kinds/guard-kinds'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { MoneyBlockNotice } from '../../parts/guard/money-block-notice.tsx'
import type { GuardState } from '../../parts/guard/use-guard.ts'
import { Unsaved, UnsavedDialog } from '../../parts/account/unsaved.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LimitCard } from './limit-card.tsx'
import { LimitEditor } from './limit-editor.tsx'
import type { Limit } from './limit-math.ts'

/** The limits of one kind beside the list. A chosen one is set in a form below them. */
export function LimitPane({ kind, state }: { kind: LimitKind; state: GuardState }) {
  const { t } = useTranslation(['limits', 'ui'])
  const [chosen, setChosen] = useState<Limit['period'] | null>(null)
  const [changed, setChanged] = useState(false)
  /** the limit that was chosen while another one has a change that is not saved */
  const [next, setNext] = useState<Limit['period'] | null>(null)
  const limits = state.limits.filter((limit) => limit.kind === kind)
  const limit = limits.find(({ period }) => period === chosen)
  const open = (period: Limit['period'] | null) => {
    setChosen(period)
    setChanged(false)
    setNext(null)
  }
  return (
    <div className="flex flex-col gap-4 p-5 desk:p-6">
      <MoneyBlockNotice state={state} />
      <LimitCard
        kind={kind}
        limits={limits}
        onChoose={({ period }) => {
          if (changed && period !== chosen) setNext(period)
          else if (period !== chosen) open(period)
        }}
      />
      {limit === undefined ? (
        <p className="text-cap text-ink-2">
          {t('intro')} {t('lowest')}
        </p>
      ) : (
        <LimitEditor key={chosen} limit={limit} waitHours={state.increaseHours} onDone={() => open(null)}>
          {(form) => (
            <Card>
              <h3 className="text-lead mb-2">
                {t('of', { limit: t(`kind.${kind}.title`), period: t(`per.${limit.period}`) })}
              </h3>
              {form.fields}
              <div className="mt-4">{form.actions}</div>
              <Button tone="sunken" wide className="mt-2.5" onClick={() => open(null)}>
                {t('ui:cancel')}
              </Button>
              <Unsaved changed={form.changed} onChange={setChanged} />
            </Card>
          )}
        </LimitEditor>
      )}
      <UnsavedDialog open={next !== null} onKeep={() => setNext(null)} onDiscard={() => open(next)} />
    </div>
  )
}
