import { useState } from 'react'
import { serverNow } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { Panes } from '../../../ui/layout/page.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { LeaveButton } from '../status/next-steps.tsx'
import { Facts } from '../status/recharge-facts.tsx'
import type { Recharge } from '../status/use-recharge-state.ts'
import { minus, wasSeen } from './units.ts'
import { UsdtEnded } from './usdt-ended.tsx'
import { UsdtPlan } from './usdt-plan.tsx'
import { UsdtTicket } from './usdt-ticket.tsx'

export type UsdtInstructions = Extract<NonNullable<Recharge['instructions']>, { kind: 'crypto' }>

type UsdtViewProps = {
  recharge: Recharge
  instructions: UsdtInstructions
  dataAt: number
  next: string | undefined
  /** asks at once whether the transfer was seen, and often for a while */
  onLook: () => void
}

/** The exact amount and the address of a recharge in USDT; then four steps that go on by themselves. */
export function UsdtView({ recharge, instructions, dataAt, next, onLook }: UsdtViewProps) {
  const { t } = useTranslation(['transfer', 'recharge', 'ui'])
  const isDesk = useWide('desk')
  const online = useOnline()
  const [asked, setAsked] = useState(false)
  const [isOver, setIsOver] = useState(() => recharge.expiresAt <= serverNow())
  const seen = wasSeen(instructions)
  const title = t('usdt.title')
  const act =
    seen || isOver ? (
      <LeaveButton next={next} tone={seen ? 'gold' : 'sunken'} />
    ) : (
      <Button
        tone="gold"
        size="lg"
        wide
        why={online ? undefined : t('ui:offline.money')}
        onClick={() => {
          setAsked(true)
          onLook()
        }}
      >
        {t('usdt.sent')}
      </Button>
    )
  return (
    <AccountPage
      title={title}
      nav={<NavBar title={title} />}
      dataAt={dataAt}
      barLabel={t('recharge:steps.label')}
      bar={isDesk ? undefined : act}
    >
      <div className="tab:pt-4 desk:pt-2 pt-1">
        <Panes
          start={
            <>
              {isOver && !seen ? (
                <UsdtEnded recharge={recharge} />
              ) : (
                <UsdtTicket recharge={recharge} instructions={instructions} onEnd={() => setIsOver(true)} />
              )}
              {isDesk && act}
            </>
          }
          end={
            <>
              <div role="status" className="empty:hidden">
                {seen ? (
                  <Arrived instructions={instructions} />
                ) : (
                  asked && !isOver && <Notice>{t('usdt.looking')}</Notice>
                )}
              </div>
              <UsdtPlan recharge={recharge} instructions={instructions} />
              <Facts recharge={recharge} />
            </>
          }
        />
      </div>
    </AccountPage>
  )
}

/** Less than the exact amount arrived: how much is missing. */
function Arrived({ instructions: { units, received } }: { instructions: UsdtInstructions }) {
  const { t } = useTranslation('transfer')
  const left = minus(units, received)
  if (left === null || !/[1-9]/.test(received)) return null
  return <Notice tone="warn">{t('usdt.less', { received, units, left })}</Notice>
}
