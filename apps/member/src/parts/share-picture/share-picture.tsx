import { usePart } from '../../router/use-part.ts'
import { cx } from '../../ui/cx.ts'
import type { Shared } from './shared.ts'

const load = () => import('./picture-button.tsx')
const MESSAGES = ['picture'] as const

/** Where a picture is offered: a wide button, a round one beside another button, or a line of text. */
export type PictureLook = 'outline' | 'card' | 'stage' | 'round' | 'line'

const PLACES: Record<PictureLook, string> = {
  outline: 'min-h-13',
  card: 'min-h-13',
  stage: 'min-h-13',
  round: 'size-13 shrink-0',
  line: 'min-h-11',
}

type SharePictureProps = { shared: Shared; look?: PictureLook; className?: string }

/** Offers a picture of a win or of shares to share. Its code is fetched after the page; its place is kept from the start. */
export function SharePicture({ shared, look = 'outline', className }: SharePictureProps) {
  const part = usePart(true, load, MESSAGES)
  return (
    <div className={cx('share-picture', PLACES[look], className)}>
      {part && <part.PictureButton shared={shared} look={look} />}
    </div>
  )
}
