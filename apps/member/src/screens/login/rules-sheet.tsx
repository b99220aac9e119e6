import { useTranslation } from '../../i18n/i18n.ts'
import { useSystem } from '../../api/system.ts'
import { Sheet } from '../../ui/sheet.tsx'

const SECTIONS = {
  terms: ['product', 'members', 'shares', 'draws', 'refunds', 'money', 'prizes', 'conduct', 'changes'],
  privacy: ['kept', 'why', 'shown', 'browser', 'shared', 'period', 'rights'],
} as const
export type RulesName = keyof typeof SECTIONS

/** The full text of the terms or of the privacy statement, with the version that is agreed to. */
export function RulesSheet({ name, open, onClose }: { name: RulesName; open: boolean; onClose: () => void }) {
  const { t } = useTranslation('rules')
  const version = useSystem()?.terms
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t(`${name}.title`)}
      subtitle={version === undefined ? undefined : t('version', { version })}
    >
      {/* A long text without controls: focus is the only way for a keyboard to scroll it (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={t(`${name}.title`)} tabIndex={0} className="flex flex-col gap-4">
        <p className="text-ink-2">{t(`${name}.intro`)}</p>
        {name === 'terms'
          ? SECTIONS.terms.map((section) => (
              <Section key={section} title={t(`terms.${section}.title`)} text={t(`terms.${section}.text`)} />
            ))
          : SECTIONS.privacy.map((section) => (
              <Section
                key={section}
                title={t(`privacy.${section}.title`)}
                text={t(`privacy.${section}.text`)}
              />
            ))}
      </div>
    </Sheet>
  )
}

function Section({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h2 className="text-lead">{title}</h2>
      <p className="mt-1">{text}</p>
    </section>
  )
}
