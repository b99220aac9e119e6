import { Check, Info, Pin, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/fields/field.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { witnessKeyOf } from '../trust.ts'
import { trust, useTrust } from './use-trust.ts'
import { WitnessDisc } from './witness-disc.tsx'

/** What a witness did in the draw from which the member chooses. */
export type Did = 'named' | 'signed' | 'late' | 'silent' | 'unsigned' | 'unnamed'
/** `did` is null where the member does not choose from one draw */
export type Choosable = { key: string; name: string; own: boolean; did: Did | null }

type TrustSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** those that the opening names */
  witnesses: readonly Choosable[]
  /** null: not known, or there is none */
  quorum: number | null
  /** the choice is kept: what is checked has to be checked again */
  onTrusted: () => void
}

/** The member chooses the witness whose signature a draw needs to hold for them, from those named here or by its key. */
export function TrustSheet({ open, onOpenChange, witnesses, quorum, onTrusted }: TrustSheetProps) {
  const { t } = useTranslation('witness')
  const kept = useTrust()
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const [typed, setTyped] = useState<string | null>(null)
  const added = typed === null ? null : witnessKeyOf(typed)
  const key = typed === null ? (chosen ?? kept) : added && typed.trim()
  const keep = (next: string | null) => {
    void trust(next).then(() => {
      setChosen(undefined)
      setTyped(null)
      onOpenChange(false)
      onTrusted()
    })
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('trust.title')}
      subtitle={t('trust.subtitle')}
      foot={
        <div className="flex flex-wrap gap-3">
          <Button tone="sunken" size="lg" className="flex-auto px-4!" onClick={() => keep(null)}>
            {quorum === null || quorum === 1 ? t('trust.anyOne') : t('trust.any', { quorum })}
          </Button>
          <Button
            tone="gold"
            size="lg"
            className="flex-auto px-4!"
            disabled={key === null}
            onClick={() => keep(key)}
          >
            {t('trust.this')}
          </Button>
        </div>
      }
    >
      <p className="text-pretty">{t('trust.text')}</p>
      <div role="radiogroup" aria-label={t('trust.list')} className="mt-3 flex flex-col gap-2.5">
        {withKept(witnesses, kept).map((one, place) => (
          <Row
            key={one.key}
            witness={one}
            place={place}
            isKept={one.key === kept}
            isChosen={typed === null && one.key === key}
            onChoose={() => {
              setTyped(null)
              setChosen(one.key)
            }}
          />
        ))}
      </div>
      {typed === null ? (
        <button
          type="button"
          onClick={() => setTyped('')}
          className="press border-line-strong text-brand rounded-tile mt-2.5 flex min-h-13 w-full items-center justify-center gap-2 border-2 border-dashed px-4 font-semibold"
        >
          <Plus size={20} aria-hidden="true" />
          {t('trust.add')}
        </button>
      ) : (
        <div className="mt-3">
          <Field
            label={t('trust.key')}
            hint={t('trust.keyHint')}
            error={typed.trim() !== '' && added === null ? t('trust.keyBad') : undefined}
            ref={takeFocus}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            dir="ltr"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      )}
      <Note>{t('trust.note')}</Note>
      <Note>{t('trust.device')}</Note>
    </Sheet>
  )
}

/** The field replaces the button that had the focus. */
const takeFocus = (field: HTMLInputElement | null): void => field?.focus()

/** The witness that the member trusts is in the list, also where the opening does not name it. */
function withKept(witnesses: readonly Choosable[], kept: string | null): readonly Choosable[] {
  const name = kept === null ? undefined : witnessKeyOf(kept)?.name
  if (kept === null || name === undefined || witnesses.some(({ key }) => key === kept)) return witnesses
  return [{ key: kept, name, own: false, did: 'unnamed' }, ...witnesses]
}

type RowProps = {
  witness: Choosable
  place: number
  isKept: boolean
  isChosen: boolean
  onChoose: () => void
}

function Row({ witness: { name, own, did }, place, isKept, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation('witness')
  return (
    <label
      className={cx(
        'press rounded-tile focus-within:outline-focus flex cursor-pointer items-center gap-3 p-3.5 focus-within:outline-3',
        isChosen ? 'bg-brand-soft ring-brand ring-2 ring-inset' : 'ring-line ring-1 ring-inset',
      )}
    >
      <input type="radio" name="witness" checked={isChosen} onChange={onChoose} className="sr-only" />
      {isKept ? (
        <span
          aria-hidden="true"
          className="bg-surface text-brand grid size-8 shrink-0 place-items-center rounded-full"
        >
          <Pin size={18} strokeWidth={1.9} />
        </span>
      ) : (
        <WitnessDisc place={place} own={own} />
      )}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold break-words">
          <bdi>{name}</bdi>
        </span>
        <span className="text-cap text-ink-2 block">
          {did !== null && t(`trust.${did}`)}
          {own && <span className="block">{t('lanes.own')}</span>}
        </span>
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'grid size-6 shrink-0 place-items-center rounded-full',
          isChosen ? 'bg-brand text-on-brand' : 'border-control border-2',
        )}
      >
        {isChosen && <Check size={15} strokeWidth={3} />}
      </span>
    </label>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="text-cap text-ink-2 mt-3 flex items-start gap-2 text-pretty">
      <Info size={18} strokeWidth={1.9} className="text-brand mt-px shrink-0" aria-hidden="true" />
      {children}
    </p>
  )
}
