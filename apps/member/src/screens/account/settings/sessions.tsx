import { Rich } from '../../../ui/values/rich.tsx'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { sessionEnd, sessions } from '@fairlot/contract/endpoints/identity'
import { CallError } from '../../../api/api.ts'
import type { Output } from '../../../api/api.ts'
import { useAction } from '../../../queries/actions.ts'
import { useRead } from '../../../queries/queries.ts'
import { formatDate } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Ago } from '../../../ui/values/ago.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { RowBone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

type Session = Output<typeof sessions>['items'][number]

/** The member's sessions. This one is marked; every other can be ended, one by one or all together. */
export function Sessions() {
  const { t } = useTranslation('setting')
  const query = useRead(sessions, {})
  const [asked, setAsked] = useState<readonly Session[]>([])
  return (
    <section aria-labelledby="sessions" className="flex flex-col gap-2">
      <h2 id="sessions" className="text-lead">
        {t('sessions.title')}
      </h2>
      <QueryState
        query={query}
        data={query.data}
        pending={
          <Skeleton>
            <RowBone />
            <RowBone />
          </Skeleton>
        }
      >
        {({ items }) => <SessionList items={items} onEnd={setAsked} />}
      </QueryState>
      <EndDialog sessions={asked} onClose={() => setAsked([])} />
    </section>
  )
}

type SessionListProps = { items: readonly Session[]; onEnd: (sessions: readonly Session[]) => void }

function SessionList({ items, onEnd }: SessionListProps) {
  const { t } = useTranslation('setting')
  // This device first, then the sessions used last.
  const ordered = items.toSorted((a, b) => Number(b.current) - Number(a.current) || b.seenAt - a.seenAt)
  const others = ordered.filter((session) => !session.current)
  return (
    <>
      <Card pad="none">
        <ul>
          {ordered.map((session) => (
            <Row key={session.id} session={session} onEnd={() => onEnd([session])} />
          ))}
        </ul>
      </Card>
      {others.length > 1 && (
        <Button tone="sunken" wide onClick={() => onEnd(others)}>
          {t('sessions.endAll')}
        </Button>
      )}
    </>
  )
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { t } = useTranslation('setting')
  const { device, current, createdAt, seenAt } = session
  const name = device === '' ? t('sessions.unknown') : device
  return (
    <li className="group flex items-center gap-3.5 ps-4">
      <MonitorSmartphone size={22} strokeWidth={1.7} className="text-brand shrink-0" aria-hidden="true" />
      <div className="border-line flex min-w-0 flex-1 items-center gap-3 border-b py-3 pe-3 group-last:border-transparent">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <bdi>{name}</bdi>
            {current && <StatusPill tone="brand">{t('sessions.current')}</StatusPill>}
          </p>
          <p className="text-cap text-ink-2 mt-0.5">
            <span className="block">
              <Rich text={t('sessions.seen')} parts={{ time: <Ago at={seenAt} /> }} />
            </span>
            <span className="block">
              {t('sessions.since', { date: formatDate(createdAt, activeLanguage()) })}
            </span>
          </p>
        </div>
        {!current && (
          <Button tone="bad" size="sm" onClick={onEnd} aria-label={t('sessions.endOf', { device: name })}>
            {t('sessions.end')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Asks, then ends the sessions one after the other. The list shows the rest. */
function EndDialog({ sessions: asked, onClose }: { sessions: readonly Session[]; onClose: () => void }) {
  const { t } = useTranslation(['setting', 'ui'])
  const [busy, setBusy] = useState(false)
  // The text stays while the dialog fades out.
  const [shown, setShown] = useState(asked)
  if (asked.length > 0 && asked !== shown) setShown(asked)
  // A session that no longer exists counts as ended.
  const end = useAction(sessionEnd, {
    touches: [sessions],
    shows: (error) => error instanceof CallError && error.code === 'NO_SUCH_DATA',
  })
  const act = async () => {
    setBusy(true)
    try {
      for (const { id } of asked) {
        await end.mutateAsync({ id }).catch((error: unknown) => {
          if (!(error instanceof CallError && error.code === 'NO_SUCH_DATA')) throw error
        })
      }
      toast.ok(t('sessions.ended', { count: asked.length }))
    } catch {
      // The action shows the error; the list shows the remaining sessions.
    }
    setBusy(false)
    onClose()
  }
  const [first] = shown
  return (
    <Dialog
      open={asked.length > 0}
      onOpenChange={(open) => {
        if (!open && !busy) onClose()
      }}
      title={t('sessions.ask', { count: shown.length })}
      keep={t('ui:cancel')}
      act={t('sessions.end')}
      onAct={() => void act()}
      acting={busy}
      tone="bad"
    >
      {shown.length === 1 && first !== undefined
        ? t('sessions.askOne', { device: first.device === '' ? t('sessions.unknown') : first.device })
        : t('sessions.askAll')}
    </Dialog>
  )
}
