import { fairLog } from '@fairlot/contract/endpoints/fair'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useRead } from '../../queries/queries.ts'
import { Ago } from '../../ui/values/ago.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Code, Num } from '../../ui/values/num.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import { CopyValue } from './copy-value.tsx'
import { entryLine } from './entry-line.ts'
import type { EntryLine } from './entry-line.ts'
import type { About } from './who-could-cheat.tsx'

const LATEST = 4

/** The transparency log: what it is, its size, its key and its latest entries. */
export function PublicLog({ about: query }: { about: UseQueryResult<About> }) {
  const { t } = useTranslation('fair')
  return (
    <Card>
      <h2 className="text-title">{t('log.title')}</h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('log.text')}</p>
      <QueryState
        query={query}
        data={query.data}
        pending={
          <Skeleton>
            <Bone className="rounded-tile mt-3 h-20" />
            <Bone className="rounded-tile mt-3 h-20" />
            <Bone className="rounded-tile mt-3 h-20" />
          </Skeleton>
        }
      >
        {(about) => <State about={about} />}
      </QueryState>
    </Card>
  )
}

function State({ about }: { about: About }) {
  const { t } = useTranslation('fair')
  const { size, head, checkpoint, publicKey, noteKey } = about
  return (
    <>
      <dl className="mt-3 grid grid-cols-2 gap-3">
        <div className="bg-sunken rounded-tile p-3">
          <dt className="text-cap text-ink-2">{t('log.entries')}</dt>
          <dd className="text-title">
            <Num value={size} />
          </dd>
        </div>
        <div className="bg-sunken rounded-tile p-3">
          <dt className="text-cap text-ink-2">{t('log.signed')}</dt>
          <dd className="text-lead">
            {checkpoint === null ? t('log.notYet') : <Ago at={checkpoint.time} />}
          </dd>
        </div>
      </dl>
      <dl className="mt-2">
        <CopyValue name={t('log.key')} text={t('log.keyText')} value={publicKey} />
        <CopyValue name={t('log.head')} text={t('log.headText')} value={head} />
        {checkpoint && (
          <CopyValue
            name={t('log.root')}
            text={t('log.rootText', {
              count: checkpoint.size,
              time: formatDateTime(checkpoint.time, activeLanguage()),
            })}
            value={checkpoint.root}
          />
        )}
        <CopyValue name={t('log.noteKey')} text={t('log.noteKeyText')} value={noteKey} />
      </dl>
      {checkpoint && (
        <a
          href="/fair/checkpoint"
          target="_blank"
          rel="noreferrer"
          className="text-brand mt-1 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('log.file')}
        </a>
      )}
      <Latest />
    </>
  )
}

/** The latest entries as readable lines. */
function Latest() {
  const { t } = useTranslation('fair')
  const { data } = useRead(fairLog, { limit: LATEST })
  if (!data || data.items.length === 0) return null
  return (
    <section className="mt-2">
      <h3 className="font-semibold">{t('log.latest')}</h3>
      <ol className="mt-1">
        {data.items.map(({ index, bytes }) => (
          <li
            key={index}
            className="border-line flex gap-3 border-b py-2.5 last:border-transparent last:pb-0"
          >
            <Code className="text-cap text-ink-2 mt-0.5 shrink-0">{index}</Code>
            <Entry line={entryLine(bytes)} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Entry({ line: { kind, name, subject, isDemo, at } }: { line: EntryLine }) {
  const { t } = useTranslation(['fair', 'goods'])
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        {kind === null ? <Code>{name}</Code> : t(`log.kind.${kind}`)}
        {isDemo && <StatusPill tone="quiet">{t('goods:demo')}</StatusPill>}
      </p>
      <p className="text-cap text-ink-2 flex flex-wrap gap-x-1.5">
        {subject !== null && (
          <>
            <Code className="inline! break-all">{subject}</Code>
            <span aria-hidden="true">·</span>
          </>
        )}
        <Ago at={at} />
      </p>
    </div>
  )
}
