import { ImageDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import type { PictureLook } from './share-picture.tsx'
import { isInvite, type Shared } from './shared.ts'

const PictureSheet = lazy(() =>
  import('./picture-sheet.tsx').then((module) => ({ default: module.PictureSheet })),
)

const ICON = <ImageDown size={20} strokeWidth={1.8} aria-hidden="true" />

/** Opens the picture. The sheet and all that draws are fetched with the first tap. */
export function PictureButton({ shared, look }: { shared: Shared; look: PictureLook }) {
  const { t } = useTranslation('picture')
  const label = t(isInvite(shared) ? 'invite' : 'open')
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const press = { onClick: () => (setWanted(true), setOpen(true)), 'aria-haspopup': 'dialog' } as const
  return (
    <>
      {look === 'round' ? (
        <IconButton {...press} label={label} look="stage" className="size-13!">
          {ICON}
        </IconButton>
      ) : look === 'line' ? (
        <button
          {...press}
          type="button"
          className="text-brand inline-flex min-h-11 items-center gap-2 text-start font-semibold"
        >
          {ICON}
          {label}
        </button>
      ) : (
        <Button
          {...press}
          tone={look === 'outline' ? 'outline' : 'stage'}
          size="lg"
          wide
          className={look === 'card' ? 'bg-surface! text-ink! shadow-card' : ''}
          icon={ICON}
        >
          {label}
        </Button>
      )}
      {wanted && (
        <Suspense>
          <PictureSheet open={open} onOpenChange={setOpen} shared={shared} />
        </Suspense>
      )}
    </>
  )
}
