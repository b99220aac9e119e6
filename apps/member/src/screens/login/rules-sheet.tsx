import { rule } from '@fairlot/contract/endpoints/content'
import type { Output } from '../../api/api.ts'
import { useRead } from '../../queries/queries.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { RichTextView } from '../../parts/rich-text.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Code } from '../../ui/values/num.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'

export type RulesName = 'terms' | 'privacy'
/** A version is published days before it is in force, and the server refuses the consent to another one. */
const STALE_MS = 10 * 60_000

/** The full text of the terms or the privacy statement, as on the rules page. */
export function RulesSheet({ name, open, onClose }: { name: RulesName; open: boolean; onClose: () => void }) {
  const { t } = useTranslation('rule')
  const query = useRead(rule, { key: name }, { enabled: open, staleMs: STALE_MS })
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={query.data?.title ?? t(`name.${name}`)}
      subtitle={
        query.data && (
          <>
            {t('version')} <Code>{query.data.version}</Code>
          </>
        )
      }
    >
      <QueryState
        query={query}
        data={query.data}
        pending={
          <Skeleton>
            <Bone className="rounded-tile h-12" />
            <Bone className="rounded-tile mt-5 h-24" />
            <Bone className="rounded-tile mt-5 h-24" />
          </Skeleton>
        }
      >
        {(data) => <Text rule={data} />}
      </QueryState>
    </Sheet>
  )
}

function Text({ rule: { title, intro, sections, language } }: { rule: Output<typeof rule> }) {
  const foreign = language !== activeLanguage()
  return (
    /* A long text without controls: focus is the only way for a keyboard to scroll it (WCAG 2.1.1). */
    <div
      role="region"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that the keyboard can scroll a text without focusable items
      tabIndex={0}
      lang={foreign ? language : undefined}
      dir={foreign ? 'auto' : undefined}
      className="flex flex-col gap-4"
    >
      <p className="text-ink-2">{intro}</p>
      {sections.map((section) => (
        <section key={section.title}>
          <h3 className="text-lead">{section.title}</h3>
          <div className="mt-1 flex flex-col gap-2">
            {section.blocks === null ? (
              <p className="whitespace-pre-line">{section.text}</p>
            ) : (
              <RichTextView blocks={section.blocks} />
            )}
          </div>
        </section>
      ))}
    </div>
  )
}
