import { UPLOAD_TYPES } from '@fairlot/contract/media/upload'
import { Camera, Check, CircleAlert, FileImage, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import type { DragEvent, ReactNode } from 'react'
import { formatFileSize } from '../../i18n/lazy-formats.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { noteId } from '../../ui/fields/field.tsx'
import { UsedStrip } from '../shares/used-strip.tsx'
import type { Upload } from './use-uploads.ts'

const ACCEPT = UPLOAD_TYPES.join(',')
/** The stubs of the strip while a picture is sent. */
const STUBS = 12

type UploadSlotProps = {
  upload: Upload
  /** what the picture shows */
  label: string
  /** what to look out for, while there is no picture */
  hint: string
  /** the drawing in the empty frame */
  icon?: LucideIcon
  /** which camera a phone opens: `user` for a picture of oneself */
  camera?: 'environment' | 'user'
  /** the form misses this picture */
  error?: string | undefined
  /** an outline in place of the shadow, where the slot stands on a card */
  outlined?: boolean
}

/**
 * A picture to send: choose a file or take a photograph, look at it, see it being sent, try again, remove. A file can be dropped on
 * it, too. What is wrong stays on the page.
 */
export function UploadSlot({ upload, outlined = false, error, ...about }: UploadSlotProps) {
  const { state } = upload
  const id = useId()
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent, isOver: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(isOver)
  }
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping a file is a second way for what the file field inside does */}
      <section
        aria-labelledby={id}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false)
          const file = event.dataTransfer.files[0]
          if (file) upload.choose(file)
        }}
        className={cx(
          'bg-surface rounded-card flex items-center gap-3.5 p-3 tab:gap-4',
          over || error !== undefined
            ? 'ring-2 ring-inset'
            : outlined
              ? 'ring-line ring-1 ring-inset'
              : 'shadow-card',
          over ? 'ring-brand' : error !== undefined && 'ring-bad',
        )}
      >
        <Frame state={state} icon={about.icon ?? FileImage} />
        <div className="min-w-0 flex-1">
          <h3 id={id} className="text-body font-semibold">
            {about.label}
          </h3>
          <Middle upload={upload} about={about} error={error} errorId={noteId(id)} />
        </div>
        <End upload={upload} about={about} />
      </section>
      <p id={noteId(id)} role={error === undefined ? undefined : 'alert'} className="text-cap text-bad">
        {error !== undefined && (
          <span className="mt-1.5 flex items-start gap-1.5">
            <CircleAlert size={16} className="mt-px shrink-0" aria-hidden="true" />
            {error}
          </span>
        )}
      </p>
      <Announced upload={upload} label={about.label} />
    </div>
  )
}

type About = Pick<UploadSlotProps, 'label' | 'hint' | 'icon' | 'camera'>

/** The picture, or the dashed place for it. */
function Frame({ state, icon: Icon }: { state: Upload['state']; icon: LucideIcon }) {
  const preview = 'preview' in state ? state.preview : null
  const size = 'rounded-tile h-19 w-29 shrink-0 max-[359px]:h-15 max-[359px]:w-20'
  if (preview !== null)
    return (
      <img
        src={preview}
        alt=""
        className={cx('bg-sunken object-cover', size, state.step === 'sending' && 'opacity-60')}
      />
    )
  return (
    <span
      className={cx('border-control text-ink-2 grid place-items-center border-[1.5px] border-dashed', size)}
    >
      {state.step === 'checking' ? (
        <Spinner size={24} />
      ) : (
        <Icon size={26} strokeWidth={1.7} aria-hidden="true" />
      )}
    </span>
  )
}

type MiddleProps = { upload: Upload; about: About; error: string | undefined; errorId: string }

function Middle({ upload, about, error, errorId }: MiddleProps) {
  const { t } = useTranslation('upload')
  const { state } = upload
  const choose = (text: string) => (
    <FileInput
      label={t('chooseFor', { label: about.label })}
      onFile={upload.choose}
      {...(error === undefined ? {} : { describedBy: errorId })}
      className={LINK}
    >
      {text}
    </FileInput>
  )
  if (state.step === 'checking') return <p className="text-cap text-ink-2">{t('checking')}</p>
  if (state.step === 'sending') {
    const percent = Math.floor(state.part * 100)
    const text = t(percent >= 100 ? 'arriving' : 'sending', { percent })
    return (
      <>
        <p className="text-cap text-ink-2 mb-2">{text}</p>
        <UsedStrip label={about.label} part={state.part} text={text} stubs={STUBS} />
      </>
    )
  }
  if (state.step === 'sent')
    return (
      <>
        <p className="text-cap text-ink-2 flex flex-wrap gap-x-1.5">
          <bdi className="max-w-full truncate">{state.name}</bdi>
          <bdi>{formatFileSize(state.size)}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-x-4">
          <span className="text-ok inline-flex items-center gap-1.5 font-semibold">
            <Check size={18} strokeWidth={2.2} aria-hidden="true" />
            {t('sent')}
          </span>
          {choose(t('again'))}
        </p>
      </>
    )
  if (state.step === 'failed')
    return (
      <>
        <p className="text-cap text-bad break-words">{state.message}</p>
        <p className="flex flex-wrap gap-x-4">
          {state.retry !== null && (
            <button type="button" onClick={upload.retry} className={LINK}>
              {t('retry')}
            </button>
          )}
          {choose(t('other'))}
        </p>
      </>
    )
  return (
    <>
      <p className="text-cap text-ink-2">{about.hint}</p>
      {choose(t('choose'))}
    </>
  )
}

const LINK = 'press text-brand relative inline-flex min-h-11 items-center font-semibold'

/** The round button at the end: the camera of a touch device, or what takes the picture away. */
function End({ upload, about }: { upload: Upload; about: About }) {
  const { t } = useTranslation('upload')
  const { step } = upload.state
  if (step === 'empty')
    return (
      <FileInput
        label={t('photograph', { label: about.label })}
        onFile={upload.choose}
        capture={about.camera ?? 'environment'}
        className="press bg-brand text-on-brand hover:bg-brand-press pointer-coarse:grid relative hidden size-11 shrink-0 place-items-center rounded-full"
      >
        <Camera size={21} strokeWidth={1.8} aria-hidden="true" />
      </FileInput>
    )
  return (
    <IconButton
      label={t(upload.busy ? 'cancel' : 'remove', { label: about.label })}
      onClick={upload.remove}
      className="-me-1"
    >
      <X size={21} strokeWidth={1.9} aria-hidden="true" />
    </IconButton>
  )
}

type FileInputProps = {
  label: string
  onFile: (file: File) => void
  capture?: 'environment' | 'user'
  describedBy?: string
  className: string
  children: ReactNode
}

/** A file field over its visible label, so that the whole of it can be tapped and the focus ring is seen. */
function FileInput({ label, onFile, capture, describedBy, className, children }: FileInputProps) {
  return (
    <label
      className={cx(
        className,
        'has-focus-visible:outline-focus cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
      )}
    >
      <input
        type="file"
        accept={ACCEPT}
        capture={capture}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={describedBy === undefined ? undefined : true}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // the same file can be chosen again
          event.target.value = ''
          if (file) onFile(file)
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer"
      />
      <span className="pointer-events-none inline-flex items-center">{children}</span>
    </label>
  )
}

/** Tells a screen reader what became of the picture. */
function Announced({ upload: { state }, label }: { upload: Upload; label: string }) {
  const { t } = useTranslation('upload')
  const text =
    state.step === 'sent'
      ? t('announced.sent', { label })
      : state.step === 'failed'
        ? t('announced.failed', { label, message: state.message })
        : ''
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
