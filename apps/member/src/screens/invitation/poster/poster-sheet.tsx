import { Download, Share2 } from 'lucide-react'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { canShareFile, handOver } from '../../../parts/share-picture/hand-over.ts'
import { useAdultAge, useIsSandbox } from '../../../queries/system.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { useShared } from '../use-share.ts'
import type { Invitation } from '../use-share.ts'
import { posterTexts, spokenPoster } from './poster-texts.ts'
import { usePoster } from './use-poster.ts'

type PosterSheetProps = { open: boolean; onOpenChange: (open: boolean) => void; invitation: Invitation }

/** The poster before it is shared or saved. */
export function PosterSheet({ open, onOpenChange, invitation }: PosterSheetProps) {
  const { t } = useTranslation(['invite', 'picture', 'ui'])
  const isSandbox = useIsSandbox()
  const adultAge = useAdultAge()
  const shared = useShared()
  const language = activeLanguage()
  const { link } = invitation
  const texts = posterTexts(t, { invitation, isSandbox, adultAge })
  const poster = usePoster({ texts, link, language }, open)
  const file = poster.state === 'ready' ? poster.file : null
  const canShare = file === null ? typeof navigator.share === 'function' : canShareFile(file)
  const give = async () => {
    if (file === null) return
    const handed = await handOver(file, `${t('share.text')}\n${link}`)
    if (handed === 'dismissed') return
    if (handed === 'saved') toast.ok(t('picture:saved'))
    shared()
  }
  const Icon = canShare ? Share2 : Download
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('poster.open')}
      subtitle={t('picture:subtitle')}
      foot={
        <Button
          tone="gold"
          size="lg"
          wide
          sending={poster.state === 'making'}
          disabled={poster.state === 'failed'}
          onClick={() => void give()}
          icon={<Icon size={20} strokeWidth={1.9} aria-hidden="true" />}
        >
          {t(canShare ? 'poster.share' : 'picture:save')}
        </Button>
      }
    >
      {poster.state === 'failed' ? (
        <ErrorState error={undefined} onRetry={poster.retry} />
      ) : (
        <div className="bg-sunken rounded-tile mx-auto grid aspect-[4/5] w-full max-w-76 place-items-center overflow-hidden">
          {poster.state === 'ready' ? (
            <img
              src={poster.url}
              alt={t('picture:alt', { text: spokenPoster(texts) })}
              className="size-full"
            />
          ) : (
            <span role="status">
              <span className="sr-only">{t('picture:making')}</span>
              <Spinner />
            </span>
          )}
        </div>
      )}
    </Sheet>
  )
}
