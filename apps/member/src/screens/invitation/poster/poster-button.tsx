import { ImageDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Invitation } from '../use-share.ts'

const PosterSheet = lazy(() =>
  import('./poster-sheet.tsx').then((module) => ({ default: module.PosterSheet })),
)

/** Opens the poster. The sheet and all that draws are fetched with the first tap. */
export function PosterButton({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invite')
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  return (
    <>
      <Button
        tone="stage"
        size="lg"
        className="flex-auto"
        aria-haspopup="dialog"
        icon={<ImageDown size={20} strokeWidth={1.8} aria-hidden="true" />}
        onClick={() => (setWanted(true), setOpen(true))}
      >
        {t('poster.open')}
      </Button>
      {wanted && (
        <Suspense>
          <PosterSheet open={open} onOpenChange={setOpen} invitation={invitation} />
        </Suspense>
      )}
    </>
  )
}
