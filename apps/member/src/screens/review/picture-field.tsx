import { MAX_REVIEW_PICTURES } from '@fairlot/contract/life/review-life'
import { UPLOAD_TYPES } from '@fairlot/contract/media/upload'
import { CircleAlert, ImagePlus, MapPinOff, RotateCcw, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { DragEvent, KeyboardEvent } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { UsedStrip } from '../../parts/shares/used-strip.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { ReviewPicture, ReviewPictureList } from './use-review-pictures.ts'

const STUBS = 9

type PictureFieldProps = { list: ReviewPictureList; error: string | undefined }

/** Up to nine square pictures. The first one is the cover; they are moved by dragging, or by the arrow keys. */
export function PictureField({ list, error }: PictureFieldProps) {
  const { t } = useTranslation('review')
  const id = useId()
  const [dragged, setDragged] = useState<string | null>(null)
  const count = list.pictures.length
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-note`}>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <span id={id} className="font-medium">
          {t('pictures.label')}
        </span>
        <span className="text-cap text-ink-2">
          {t('pictures.count', { number: count, max: MAX_REVIEW_PICTURES })}
          {count > 1 && <> · {t('pictures.order')}</>}
        </span>
      </div>
      <ul className="tab:grid-cols-5 grid grid-cols-4 gap-3 max-[359px]:grid-cols-3">
        {list.pictures.map((picture, index) => (
          <Square
            key={picture.name}
            picture={picture}
            index={index}
            list={list}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
        {list.room > 0 && (
          <li>
            <AddSquare onFiles={list.add} wrong={error !== undefined} describedBy={`${id}-note`} />
          </li>
        )}
      </ul>
      <div id={`${id}-note`} role={error === undefined ? undefined : 'alert'} className="mt-2.5">
        {error !== undefined && (
          <p className="text-cap text-bad mb-1.5 flex items-start gap-1.5">
            <CircleAlert size={16} className="mt-px shrink-0" aria-hidden="true" />
            {error}
          </p>
        )}
        {list.isOver && (
          <p role="status" className="text-cap text-ink-2 mb-1.5">
            {t('pictures.over', { max: MAX_REVIEW_PICTURES })}
          </p>
        )}
        <p className="text-cap text-ink-2 flex items-start gap-2">
          <MapPinOff size={18} strokeWidth={1.8} className="shrink-0" aria-hidden="true" />
          {t('pictures.place')}
        </p>
      </div>
    </div>
  )
}

type SquareProps = {
  picture: ReviewPicture
  index: number
  list: ReviewPictureList
  dragged: string | null
  onDrag: (name: string | null) => void
}

function Square({ picture: { name, upload }, index, list, dragged, onDrag }: SquareProps) {
  const { t } = useTranslation(['review', 'upload'])
  const { state } = upload
  const label = t('pictures.one', { number: index + 1 })
  const preview = 'preview' in state ? state.preview : null
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    list.move(name, index + step)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    if (dragged !== null) list.move(dragged, index)
    onDrag(null)
  }
  return (
    <li className="relative">
      <button
        type="button"
        draggable
        onDragStart={() => onDrag(name)}
        onDragEnd={() => onDrag(null)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
        onKeyDown={onKeyDown}
        onClick={() => (state.step === 'failed' ? upload.retry() : list.move(name, 0))}
        aria-label={`${label}. ${state.step === 'failed' ? state.message : t('pictures.keys')}`}
        className={cx(
          'rounded-card bg-sunken relative grid aspect-square w-full cursor-grab place-items-center overflow-hidden',
          state.step === 'failed' && 'ring-bad ring-2 ring-inset',
        )}
      >
        {preview !== null && (
          <img
            src={preview}
            alt=""
            draggable={false}
            className={cx('absolute inset-0 size-full object-cover', state.step !== 'sent' && 'opacity-60')}
          />
        )}
        {state.step === 'checking' && <Spinner size={24} />}
        {state.step === 'failed' && <RotateCcw size={24} className="text-bad relative" aria-hidden="true" />}
        {state.step === 'sending' && (
          <span className="absolute inset-x-2.5 bottom-2.5">
            <UsedStrip
              label={label}
              part={state.part}
              text={t('upload:sending', { percent: Math.floor(state.part * 100) })}
              stubs={STUBS}
            />
          </span>
        )}
        {index === 0 && state.step === 'sent' && (
          <span className="bg-surface text-ink text-cap absolute start-2 bottom-2 rounded-full px-2.5 font-semibold">
            {t('pictures.first')}
          </span>
        )}
      </button>
      <button
        type="button"
        aria-label={t('upload:remove', { label })}
        onClick={() => list.remove(name)}
        className="press bg-scrim text-on-stage absolute end-1 top-1 grid size-8 place-items-center rounded-full"
      >
        <span aria-hidden="true" className="absolute -inset-1.5" />
        <X size={18} strokeWidth={2.2} aria-hidden="true" />
      </button>
      {state.step === 'failed' && (
        <p role="alert" className="text-cap text-bad mt-1 break-words">
          {state.message}
        </p>
      )}
    </li>
  )
}

type AddSquareProps = { onFiles: (files: File[]) => void; wrong: boolean; describedBy: string }

function AddSquare({ onFiles, wrong, describedBy }: AddSquareProps) {
  const { t } = useTranslation('review')
  return (
    <label
      className={cx(
        'rounded-card text-brand relative grid aspect-square w-full cursor-pointer place-items-center border-[1.5px] border-dashed',
        'has-focus-visible:outline-focus has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
        wrong ? 'border-bad' : 'border-control',
      )}
    >
      <input
        type="file"
        multiple
        accept={UPLOAD_TYPES.join(',')}
        aria-label={t('pictures.addLabel')}
        aria-describedby={describedBy}
        aria-invalid={wrong || undefined}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // the same file can be chosen again
          event.target.value = ''
          onFiles(files)
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer"
      />
      <span className="pointer-events-none flex flex-col items-center gap-1">
        <ImagePlus size={26} strokeWidth={1.7} aria-hidden="true" />
        <span className="text-cap font-semibold">{t('pictures.add')}</span>
      </span>
    </label>
  )
}
