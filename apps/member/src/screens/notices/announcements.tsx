import { Link } from '@tanstack/react-router'
import { Megaphone } from 'lucide-react'
import { announcements } from '@fairlot/contract/endpoints/announcements'
import type { Output } from '../../api/api.ts'
import { formatDate } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Ago } from '../../ui/values/ago.tsx'

type Announcement = Output<typeof announcements>['items'][number]

/** What the house tells all members now, and the rules that change. */
export function Announcements() {
  const { t } = useTranslation(['notices', 'rule'])
  const { data } = useRead(announcements, {}, { topics: ['notices'] })
  if (!data || (data.items.length === 0 && data.rules.length === 0)) return null
  return (
    <section aria-label={t('house')} className="tab:pt-4 flex flex-col gap-3 pt-2">
      {data.items.map((one) => (
        <Card key={one.number} announcement={one} />
      ))}
      {data.rules.map(({ key, version, at }) => (
        <Notice key={key + version}>
          <Link {...paths.rule(key)} className="font-semibold underline underline-offset-4">
            {t(`rule:name.${key}`)}
          </Link>
          <p>{t('ruleChanges', { date: formatDate(at, activeLanguage()) })}</p>
        </Notice>
      ))}
    </section>
  )
}

function Card({ announcement: { language, title, text, link, at } }: { announcement: Announcement }) {
  const { t } = useTranslation('notices')
  const foreign = language !== activeLanguage()
  return (
    <article className="bg-surface rounded-card shadow-card flex items-start gap-3 p-4">
      <Megaphone size={22} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <div lang={foreign ? language : undefined} dir={foreign ? 'auto' : undefined}>
          <h2 className="font-semibold text-balance">{title}</h2>
          {text.split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph} className="mt-1 break-words whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
        {foreign && <p className="text-cap text-ink-2 mt-1">{t('foreign')}</p>}
        {link !== null && (
          // a path of the app, which the server has checked
          <Link to={link as '/'} className="text-brand inline-flex min-h-11 items-center font-semibold">
            {t('more')}
          </Link>
        )}
        <p className="text-cap text-ink-2">
          <Ago at={at} />
        </p>
      </div>
    </article>
  )
}
