import { Download, Smartphone, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import type { LogEvidence } from '../../evidence/evidence.ts'
import { useEvidence } from '../../stores/evidence.ts'
import { useMember } from '../../stores/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { Ago } from '../../ui/values/ago.tsx'
import { Num } from '../../ui/values/num.tsx'
import { CopyValue } from './copy-value.tsx'
import { forgetEvidence, saveEvidence } from './use-evidence-visit.ts'

/** What this device keeps of the log and of the member's orders, to save and to remove. */
export function DeviceEvidence() {
  const { t } = useTranslation('evidence')
  const { log, receipts, blocked } = useEvidence()
  return (
    <Card>
      <h2 className="text-title flex items-center gap-2.5">
        <Smartphone size={22} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('device.title')}
      </h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('device.text')}</p>
      {blocked && (
        <Notice tone="warn" className="mt-3">
          {t('device.blocked')}
        </Notice>
      )}
      {log === undefined ? (
        <p className="bg-sunken rounded-tile mt-3 p-3.5">{t('device.notYet')}</p>
      ) : (
        <Kept log={log} receipts={receipts} />
      )}
    </Card>
  )
}

function Kept({ log, receipts }: { log: LogEvidence; receipts: number }) {
  const { t } = useTranslation('evidence')
  const member = useMember()
  return (
    <>
      <dl className="mt-3 grid grid-cols-2 gap-3">
        <Figure name={t('device.states')}>
          <Num value={log.checkpoints.length} />
        </Figure>
        <Figure name={member ? t('device.receipts') : t('device.checked')}>
          {member ? <Num value={receipts} /> : <LastChecked at={log.checkedAt} />}
        </Figure>
      </dl>
      <dl className="mt-1">
        <CopyValue
          name={t('device.key')}
          text={t('device.keyText', { time: formatDateTime(log.since, activeLanguage()) })}
          value={log.publicKey}
        />
      </dl>
      {member && (
        <p className="text-cap text-ink-2 mt-2 flex gap-x-1.5">
          {t('device.checked')}: <LastChecked at={log.checkedAt} />
        </p>
      )}
      <div className="mt-3 flex flex-col gap-2.5">
        <Button
          tone="outline"
          wide
          icon={<Download size={19} aria-hidden="true" />}
          onClick={() => void saveEvidence()}
        >
          {t('device.save')}
        </Button>
        <Forget />
      </div>
      <p className="text-cap text-ink-2 mt-2">{t('device.stays')}</p>
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="bg-sunken rounded-tile p-3">
      <dt className="text-cap text-ink-2">{name}</dt>
      <dd className="text-lead font-bold">{children}</dd>
    </div>
  )
}

const LastChecked = ({ at }: { at: number | null }) => (at === null ? <span>–</span> : <Ago at={at} />)

function Forget() {
  const { t } = useTranslation(['evidence', 'ui'])
  const [open, setOpen] = useState(false)
  const forget = async () => {
    await forgetEvidence()
    setOpen(false)
    toast.ok(t('forget.done'))
  }
  return (
    <>
      <Button tone="sunken" wide icon={<Trash2 size={19} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('forget.act')}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('forget.title')}
        keep={t('ui:cancel')}
        act={t('forget.act')}
        onAct={() => void forget()}
        tone="bad"
      >
        {t('forget.text')}
      </Dialog>
    </>
  )
}
