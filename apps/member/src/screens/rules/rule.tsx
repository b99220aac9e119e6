import { rule } from '@fairlot/contract/endpoints/content'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import {
  Building2,
  Crown,
  FileText,
  HeartHandshake,
  PartyPopper,
  Scale,
  UserPlus,
  UserRoundCog,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import { formatDate } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { useRead } from '../../queries/queries.ts'
import { RichTextView } from '../../parts/rich-text.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { cx } from '../../ui/cx.ts'
import { List, ListLink, ListRow } from '../../ui/lists/list-row.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Code } from '../../ui/values/num.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'

const ICONS: Record<RuleKey, LucideIcon> = {
  draw: Scale,
  play: HeartHandshake,
  vip: Crown,
  invitation: UserPlus,
  event: PartyPopper,
  terms: FileText,
  privacy: UserRoundCog,
  about: Building2,
}
const KEYS = Object.keys(ICONS) as RuleKey[]
/** For those who are not logged in: members are told at once. */
const STALE_MS = 10 * 60_000

type Rule = Output<typeof rule>

/** One of the rule texts, with links to the others. */
export default function RuleScreen() {
  const { t } = useTranslation('rule')
  const { key = 'draw' } = useSearch({ from: '/pages/richtext/rule' })
  const isMember = useSession((state) => state.session !== null)
  const [read, setRead] = useState<{ key: RuleKey; version: string } | null>(null)
  const version = read?.key === key ? read.version : undefined
  const query = useRead(rule, version === undefined ? { key } : { key, version }, {
    staleMs: STALE_MS,
    ...(isMember && { topics: ['notices'] }),
  })
  return (
    <Page
      width="text"
      title={t(`name.${key}`)}
      nav={<NavBar title={t('title')} />}
      dataAt={query.dataUpdatedAt}
      rail={<RuleRail shown={key} />}
    >
      <div className="flex flex-col gap-6 pt-3">
        <QueryState query={query} data={query.data} pending={<TextBones />}>
          {(data) => (
            <>
              <Text rule={data} />
              <Versions
                rule={data}
                onRead={(wanted) => setRead(wanted === undefined ? null : { key, version: wanted })}
              />
            </>
          )}
        </QueryState>
        {key === 'draw' && (
          <ButtonLink {...paths.fair()} tone="outline" wide>
            {t('how')}
          </ButtonLink>
        )}
        <nav aria-labelledby="other-rules" className="desk:hidden">
          <h2 id="other-rules" className="text-lead mb-2">
            {t('others')}
          </h2>
          <List>
            {KEYS.filter((other) => other !== key).map((other) => (
              <ListLink key={other} {...paths.rule(other)} icon={ICONS[other]} label={t(`name.${other}`)} />
            ))}
          </List>
        </nav>
      </div>
    </Page>
  )
}

/** From 1024 px: every rule text beside the one that is shown. */
function RuleRail({ shown }: { shown: RuleKey }) {
  const { t } = useTranslation('rule')
  return (
    <nav aria-label={t('title')}>
      <ul className="flex flex-col gap-1">
        {KEYS.map((key) => {
          const Icon = ICONS[key]
          return (
            <li key={key}>
              <Link
                {...paths.rule(key)}
                replace
                aria-current={key === shown ? 'page' : undefined}
                className={cx(
                  'press rounded-tile flex min-h-12 items-center gap-3 px-3',
                  key === shown ? 'bg-brand-soft text-brand font-semibold' : 'hover:bg-sunken',
                )}
              >
                <Icon size={21} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
                {t(`name.${key}`)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function Text({ rule: { version, since, language, title, intro, sections, facts } }: { rule: Rule }) {
  const { t } = useTranslation('rule')
  const foreign = language !== activeLanguage()
  return (
    <article lang={foreign ? language : undefined} dir={foreign ? 'auto' : undefined}>
      <header className="border-line border-b pb-5">
        <h2 className="text-head text-balance">{title}</h2>
        <p className="text-lead text-ink-2 mt-2 font-normal text-pretty">{intro}</p>
        <p className="text-cap text-ink-2 mt-3 flex flex-wrap gap-x-1.5" lang={activeLanguage()}>
          <span>
            {t('version')} <Code>{version}</Code>
          </span>
          <span aria-hidden="true">·</span>
          <time dateTime={since}>
            {t('since', { date: formatDate(Date.parse(`${since}T12:00:00`), activeLanguage()) })}
          </time>
        </p>
        {foreign && <Notice className="mt-4">{t('foreign')}</Notice>}
      </header>
      <Sections sections={sections} />
      {facts !== null && (
        <section
          aria-labelledby="facts"
          className="border-line mt-8 border-t pt-6"
          lang={activeLanguage()}
          dir="auto"
        >
          <h2 id="facts" className="text-title">
            {t('facts.title')}
          </h2>
          <p className="text-ink-2 mt-1">{t('facts.text')}</p>
          <Sections sections={facts.sections} />
        </section>
      )}
    </article>
  )
}

function Sections({ sections }: { sections: Rule['sections'] }) {
  return sections.map((section) => (
    <section key={section.title} className="pt-6">
      <h3 className="text-lead text-balance">{section.title}</h3>
      {section.blocks === null ? (
        section.text.split('\n\n').map((paragraph) => (
          <p key={paragraph} className="mt-2 leading-relaxed text-pretty whitespace-pre-line">
            {paragraph}
          </p>
        ))
      ) : (
        <div className="mt-2 flex flex-col gap-2 leading-relaxed">
          <RichTextView blocks={section.blocks} />
        </div>
      )}
    </section>
  ))
}

/** The versions of the text that were, are or will be in force; the one that is shown cannot be chosen. */
function Versions({
  rule: { version: shown, versions },
  onRead,
}: {
  rule: Rule
  /** undefined: the version in force */
  onRead(version: string | undefined): void
}) {
  const { t } = useTranslation('rule')
  if (versions.length < 2) return null
  const inForce = versions.findLast(({ coming }) => !coming)
  return (
    <section aria-labelledby="versions" className="mt-8">
      <h2 id="versions" className="text-lead mb-2">
        {t('versions.title')}
      </h2>
      <List>
        {versions.toReversed().map((one) => (
          <ListRow
            key={one.version}
            icon={FileText}
            label={t(one.coming ? 'versions.coming' : 'since', {
              date: formatDate(one.at, activeLanguage()),
            })}
            value={one.version === shown ? t('versions.shown') : <Code>{one.version}</Code>}
            {...(one.version !== shown && {
              chevron: true,
              onClick: () => onRead(one === inForce ? undefined : one.version),
            })}
          />
        ))}
      </List>
    </section>
  )
}

function TextBones() {
  return (
    <Skeleton>
      <Bone className="rounded-tile h-8 w-3/5" />
      <Bone className="rounded-tile mt-3 h-14" />
      {[0, 1, 2].map((key) => (
        <div key={key} className="pt-7">
          <Bone className="rounded-tile h-6 w-2/5" />
          <Bone className="rounded-tile mt-3 h-24" />
        </div>
      ))}
    </Skeleton>
  )
}
