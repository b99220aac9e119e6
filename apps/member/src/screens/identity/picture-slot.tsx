import { CreditCard, FileText, IdCard, UserRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { IdentityDocument, IdentitySlot } from '@fairlot/contract/life/identity-life'
import { useTranslation } from '../../i18n/i18n.ts'
import { UploadSlot } from '../../parts/upload/upload-slot.tsx'
import type { Upload } from '../../parts/upload/use-uploads.ts'

const ICONS: Record<IdentitySlot, LucideIcon> = {
  front: IdCard,
  back: CreditCard,
  address: FileText,
  selfie: UserRound,
}

/** A passport has one page with the photograph in place of a front. */
const wordOf = (document: IdentityDocument, slot: IdentitySlot) =>
  document === 'passport' && slot === 'front' ? 'page' : slot

/** The name of a picture of the check. */
export function usePictureName(document: IdentityDocument): (slot: IdentitySlot) => string {
  const { t } = useTranslation('identity')
  return (slot) => t(`slot.${wordOf(document, slot)}`)
}

type PictureSlotProps = {
  document: IdentityDocument
  slot: IdentitySlot
  upload: Upload
  /** the member wanted to go on without it */
  missed?: boolean
  outlined?: boolean
}

/** The place of a picture of the check. */
export function PictureSlot({ document, slot, upload, missed = false, outlined = false }: PictureSlotProps) {
  const { t } = useTranslation('identity')
  const name = usePictureName(document)
  return (
    <UploadSlot
      upload={upload}
      label={name(slot)}
      hint={t(`hint.${wordOf(document, slot)}`)}
      icon={ICONS[slot]}
      camera={slot === 'selfie' ? 'user' : 'environment'}
      outlined={outlined}
      error={missed && upload.state.step === 'empty' ? t('error.picture') : undefined}
    />
  )
}
