import { Copy, Share2 } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { Stage } from '../../ui/layout/stage.tsx'
import { Perforation } from '../../ui/layout/ticket.tsx'
import { QrCode } from '../../ui/values/qr-code.tsx'
import { PosterButton } from './poster/poster-button.tsx'
import { useShareLink } from './use-share.ts'
import type { Invitation } from './use-share.ts'

const SUNRISE = { at: { end: 34, top: 4 }, sun: 40, first: 64, step: 25, rings: 11 }

/** The member's code and link above the cut, the ways to pass them on below it. */
export function InviteTicket({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation(['invite', 'ui'])
  const { code, link } = invitation
  const copy = useCopy()
  const share = useShareLink(invitation)
  return (
    <Stage label={t('code')} sunrise={SUNRISE}>
      <div className="flex flex-col items-center gap-4 px-4 pt-5 pb-6 text-center">
        <h2 className="text-on-brand-2">{t('code')}</h2>
        <p className="flex flex-wrap items-center justify-center gap-2">
          <span dir="ltr" role="img" aria-label={code} className="inline-flex gap-1.5">
            {Array.from(code, (sign, index) => (
              <span
                // oxlint-disable-next-line react/no-array-index-key -- a sign of a code is identified by its place
                key={index}
                className="bg-cell text-on-cell rounded-code num text-title narrow:w-9.5 grid h-12 w-8 place-items-center"
              >
                {sign}
              </span>
            ))}
          </span>
          <IconButton label={t('copyCode')} look="stage" onClick={() => void copy(code)}>
            <Copy size={19} strokeWidth={1.8} aria-hidden="true" />
          </IconButton>
        </p>
        <QrCode value={link} label={t('qr')} className="w-44" />
        <p className="bg-stage-raised rounded-tile flex w-full max-w-100 items-center gap-2 py-1 ps-3.5 pe-1 text-start">
          <bdi dir="ltr" className="text-cap min-w-0 flex-1 py-1.5 [overflow-wrap:anywhere]">
            {link}
          </bdi>
          <IconButton label={t('copyLink')} look="stage" onClick={() => void copy(link)}>
            <Copy size={19} strokeWidth={1.8} aria-hidden="true" />
          </IconButton>
        </p>
      </div>
      <Perforation />
      <div className="flex flex-wrap gap-2.5 p-4">
        <Button
          tone="gold"
          size="lg"
          className="flex-auto"
          icon={<Share2 size={20} strokeWidth={1.9} aria-hidden="true" />}
          onClick={() => void share()}
        >
          {t('share.act')}
        </Button>
        <PosterButton invitation={invitation} />
      </div>
    </Stage>
  )
}
