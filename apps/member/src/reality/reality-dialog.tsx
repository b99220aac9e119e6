import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { netPosition } from '@fairlot/contract/endpoints/guard'
import { useRef } from 'react'
import type { Output } from '../api/api.ts'
import { serverNow } from '../api/api.ts'
import { activeLanguage, useTranslation } from '../i18n/i18n.ts'
import { paths } from '../paths.ts'
import { Button, ButtonLink } from '../ui/buttons/button.tsx'
import { Money } from '../ui/values/money.tsx'
import { PlayMoneyBadge } from '../parts/brand/play-money-badge.tsx'
import { formatDuration } from '../i18n/lazy-formats.ts'

type RealityDialogProps = {
  open: boolean
  /** undefined: the figures could not be loaded */
  position: Output<typeof netPosition> | undefined
  sending: boolean
  onGoOn: () => void
  /** opens one of the two other pages */
  onLeave: () => void
}

/**
 * Shows the time, today's result and the balance, and three choices of equal weight. Nothing else closes it, not even
 * Escape. No button has the focus at first, so that a key meant for the page does not answer it.
 */
export function RealityDialog({ open, position, sending, onGoOn, onLeave }: RealityDialogProps) {
  const { t } = useTranslation('reality')
  const title = useRef<HTMLHeadingElement>(null)
  const time = position && formatDuration(serverNow() - position.activeSince, activeLanguage())
  return (
    <AlertDialog.Root open={open}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-scrim bg-scrim fixed inset-0 z-[55]" />
        <AlertDialog.Viewport className="fixed inset-0 z-[55] grid place-items-center overflow-y-auto p-4">
          <AlertDialog.Popup
            initialFocus={title}
            className="dialog-popup bg-surface rounded-sheet shadow-float w-full max-w-sm p-5 outline-none"
          >
            <AlertDialog.Title ref={title} tabIndex={-1} className="text-title text-balance outline-none">
              {time === undefined ? t('plain') : t('title', { time })}
            </AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="mt-2 flex flex-col gap-3.5">
              <p className="text-ink-2">{t('text')}</p>
              {position === undefined ? (
                <p className="text-ink-2">{t('failed')}</p>
              ) : (
                <dl className="bg-sunken rounded-tile px-4 py-2">
                  <Line name={t('today')} amount={position.day.result} />
                  <Line name={t('balance')} amount={position.balance} />
                </dl>
              )}
              <div className="empty:hidden">
                <PlayMoneyBadge />
              </div>
            </AlertDialog.Description>
            <div className="mt-4 flex flex-col gap-2.5">
              <Button tone="outline" size="lg" wide sending={sending} onClick={onGoOn}>
                {t('goOn')}
              </Button>
              <ButtonLink {...paths.takeBreak()} tone="outline" size="lg" wide onClick={onLeave}>
                {t('break')}
              </ButtonLink>
              <ButtonLink {...paths.limits()} tone="outline" size="lg" wide onClick={onLeave}>
                {t('limits')}
              </ButtonLink>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

function Line({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-bold">
        <Money amount={amount} />
      </dd>
    </div>
  )
}
