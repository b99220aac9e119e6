import { publicName } from '@fairlot/contract/public-name'
import { Download, Link2, Share2 } from 'lucide-react'
import { useState } from 'react'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { hrefOf, paths } from '../../paths.ts'
import { useAdultAge, useIsSandbox } from '../../queries/system.ts'
import { useMember } from '../../stores/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { CheckboxRow } from '../../ui/fields/checkbox-row.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { canShareFile, handOver } from './hand-over.ts'
import { pictureTexts, spoken } from './picture-texts.ts'
import { isInvite, type Shared } from './shared.ts'
import { usePicture } from './use-picture.ts'

type PictureSheetProps = { open: boolean; onOpenChange: (open: boolean) => void; shared: Shared }

/** The public address of the free seat, else of the proof: it says what can be checked before the draw, too. */
function linkOf(shared: Shared): string {
  const { issue } = shared.card
  if (isInvite(shared)) return `${location.origin}/p/${issue}`
  return `${location.origin}${location.pathname}#${hrefOf(paths.calculation(issue))}`
}

/** The picture before it is shared: preview, name or no name, share or save, the link. */
export function PictureSheet({ open, onOpenChange, shared }: PictureSheetProps) {
  const { t } = useTranslation(['picture', 'goods'])
  const member = useMember()
  const money = useMoneyText()
  const isSandbox = useIsSandbox()
  const adultAge = useAdultAge()
  const copy = useCopy()
  const [isNamed, setNamed] = useState(false)
  const name = member === null ? null : publicName(member.nickname)
  const language = activeLanguage()
  const { card } = shared
  const texts = pictureTexts(t, {
    shared,
    name: isNamed ? name : null,
    isSandbox,
    adultAge,
    language,
    money: (amount) => money(amount, 'price'),
  })
  const link = linkOf(shared)
  const picture = usePicture({ card, texts, link, language }, open)
  const file = picture.state === 'ready' ? picture.file : null
  const canShare = file === null ? typeof navigator.share === 'function' : canShareFile(file)
  const give = async () => {
    if (file === null) return
    const handed = await handOver(file, `${texts.lead}: ${texts.title}\n${link}`)
    if (handed === 'saved') toast.ok(t('saved'))
  }
  const Icon = canShare ? Share2 : Download
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('title')}
      subtitle={t('subtitle')}
      foot={
        <div className="flex flex-wrap gap-2.5">
          <Button
            tone="gold"
            size="lg"
            className="flex-auto"
            sending={picture.state === 'making'}
            disabled={picture.state === 'failed'}
            onClick={() => void give()}
            icon={<Icon size={20} strokeWidth={1.9} aria-hidden="true" />}
          >
            {t(canShare ? 'goods:share' : 'save')}
          </Button>
          <Button
            tone="outline"
            size="lg"
            className="flex-auto"
            onClick={() => void copy(link)}
            icon={<Link2 size={20} strokeWidth={1.9} aria-hidden="true" />}
          >
            {t('goods:copyLink')}
          </Button>
        </div>
      }
    >
      <Preview picture={picture} alt={t('alt', { text: spoken(texts) })} />
      {name !== null && (
        <CheckboxRow
          className="mt-2"
          checked={isNamed}
          onChange={(event) => setNamed(event.currentTarget.checked)}
        >
          {t('showName', { name })}
        </CheckboxRow>
      )}
    </Sheet>
  )
}

type PreviewProps = { picture: ReturnType<typeof usePicture>; alt: string }

function Preview({ picture, alt }: PreviewProps) {
  const { t } = useTranslation('picture')
  if (picture.state === 'failed') return <ErrorState error={undefined} onRetry={picture.retry} />
  return (
    <div className="bg-sunken rounded-tile mx-auto grid aspect-[4/5] w-full max-w-76 place-items-center overflow-hidden">
      {picture.state === 'ready' ? (
        <img src={picture.url} alt={alt} className="size-full" />
      ) : (
        <span role="status">
          <span className="sr-only">{t('making')}</span>
          <Spinner />
        </span>
      )}
    </div>
  )
}
