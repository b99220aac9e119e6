import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { CheckboxRow } from '../../../ui/fields/checkbox-row.tsx'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'

type RecycleDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** the product */
  name: string
  amount: string
  onAct: () => void
  acting: boolean
}

/**
 * Recycling is final, so it is confirmed twice: what is given and what is got, then once more with a box to tick, so that a
 * second tap at the same place does nothing.
 */
export function RecycleDialog({ open, onOpenChange, name, amount, onAct, acting }: RecycleDialogProps) {
  const { t } = useTranslation('prize')
  const money = useMoneyText()
  const [isSecond, setSecond] = useState(false)
  const [isTicked, setTicked] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) {
      setSecond(false)
      setTicked(false)
    }
  }
  const text = { amount: money(amount), name }
  if (!isSecond)
    return (
      <Dialog
        key="first"
        open={open}
        onOpenChange={onOpenChange}
        title={t('recycle.title', text)}
        keep={t('recycle.keep')}
        act={t('recycle.continue')}
        onAct={() => setSecond(true)}
        tone="brand"
      >
        {t('recycle.text', text)}
      </Dialog>
    )
  return (
    <Dialog
      key="second"
      open={open}
      onOpenChange={onOpenChange}
      title={t('recycle.sure')}
      keep={t('recycle.keep')}
      act={t('recycle.act', text)}
      onAct={onAct}
      acting={acting}
      why={isTicked ? undefined : t('recycle.why')}
      tone="bad"
    >
      <p>{t('recycle.final')}</p>
      <CheckboxRow
        className="text-ink mt-2"
        checked={isTicked}
        onChange={(event) => setTicked(event.target.checked)}
      >
        {t('recycle.tick', text)}
      </CheckboxRow>
    </Dialog>
  )
}
