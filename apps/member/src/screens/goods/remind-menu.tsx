import { Menu } from '@base-ui/react/menu'
import type { ReminderKind } from '@fairlot/contract/kinds/issue-kinds'
import { Check } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { useLayer } from '../../ui/layout/layers.ts'

type RemindMenuProps = {
  kinds: readonly ReminderKind[]
  chosen: readonly ReminderKind[]
  trigger: { 'aria-label': string; className: string; children: ReactNode }
  onChange: (kind: ReminderKind, on: boolean) => void
}

/** The menu of reminders, open from the start: the press that loaded it asked for it. */
export default function RemindMenu({ kinds, chosen, trigger, onChange }: RemindMenuProps) {
  const { t } = useTranslation('goods')
  const [open, setOpen] = useState(true)
  useLayer(open, () => setOpen(false))
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger {...trigger} />
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={8} className="z-50">
          <Menu.Popup className="menu-popup bg-surface rounded-card shadow-float w-72 max-w-[90vw] p-2 outline-none">
            {kinds.map((kind) => {
              const isOn = chosen.includes(kind)
              return (
                <Menu.CheckboxItem
                  key={kind}
                  checked={isOn}
                  onCheckedChange={(on) => onChange(kind, on)}
                  className="data-highlighted:bg-sunken rounded-tile flex min-h-12 cursor-pointer items-center justify-between gap-3 px-3 font-medium outline-none"
                >
                  {t(`remind.${kind}`)}
                  <Check
                    size={20}
                    strokeWidth={2.4}
                    aria-hidden="true"
                    className={cx('text-brand shrink-0', !isOn && 'invisible')}
                  />
                </Menu.CheckboxItem>
              )
            })}
            <p className="text-cap text-ink-2 px-3 pt-1 pb-2">{t('remind.note')}</p>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
