import { Download, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Alarm } from '../../evidence/evidence.ts'
import { formatNumber } from '../../i18n/format.ts'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useEvidence } from '../../stores/evidence.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Code } from '../../ui/values/num.tsx'
import { noteFacts } from './note-facts.ts'
import { saveEvidence } from './use-evidence-visit.ts'

const STEPS = ['stop', 'save', 'send'] as const

/** The alarm of a split view in plain words: what contradicts what, what it means, and what to do. */
export function SplitView() {
  const log = useEvidence((state) => state.log)
  return log?.alarm == null ? null : <Explained alarm={log.alarm} trustedKey={log.publicKey} />
}

function Explained({ alarm, trustedKey }: { alarm: Alarm; trustedKey: string }) {
  const { t } = useTranslation('evidence')
  const { kind, kept, seen } = alarm
  const isOtherKey = seen.publicKey !== trustedKey
  return (
    <section
      aria-labelledby="split-view"
      className="bg-surface rounded-card shadow-card border-bad overflow-hidden border-2"
    >
      <div className="bg-bad-soft text-bad flex items-start gap-3 p-4">
        <ShieldX size={32} strokeWidth={1.9} className="shrink-0" aria-hidden="true" />
        <div className="min-w-0">
          <h2 id="split-view" className="text-title">
            {t('split.title')}
          </h2>
          <p className="mt-1 font-semibold">{t(`split.kind.${kind}`)}</p>
        </div>
      </div>
      <div className="p-4">
        <p className="text-pretty">{t('split.meaning')}</p>
        <div className="mt-4 grid gap-3 sm:grid-cols-2">
          <Side
            title={t('split.before')}
            note={kept?.note ?? null}
            publicKey={isOtherKey ? trustedKey : null}
          />
          <Side title={t('split.now')} note={seen.note} publicKey={isOtherKey ? seen.publicKey : null} />
        </div>
        <h3 className="text-lead mt-5">{t('split.doTitle')}</h3>
        <ol className="mt-2 flex flex-col gap-2.5">
          {STEPS.map((step, index) => (
            <li key={step} className="flex gap-3">
              <span className="bg-brand text-on-brand text-cap grid size-6 shrink-0 place-items-center rounded-full font-semibold">
                <Code>{index + 1}</Code>
              </span>
              <span className="min-w-0 text-pretty">{t(`split.do.${step}`)}</span>
            </li>
          ))}
        </ol>
        <Button
          wide
          className="mt-4"
          icon={<Download size={19} aria-hidden="true" />}
          onClick={() => void saveEvidence()}
        >
          {t('device.save')}
        </Button>
      </div>
    </section>
  )
}

type SideProps = {
  title: string
  note: string | null
  /** null when both sides have the same key */
  publicKey: string | null
}

/** One of the two contradicting states. */
function Side({ title, note, publicKey }: SideProps) {
  const { t } = useTranslation('evidence')
  const facts = note === null ? null : noteFacts(note)
  return (
    <section className="bg-sunken rounded-tile p-3.5">
      <h3 className="font-semibold">{title}</h3>
      <dl className="mt-1">
        <Fact name={t('split.entries')}>{facts ? formatNumber(facts.size) : t('split.none')}</Fact>
        {facts && <Fact name={t('split.signed')}>{formatDateTime(facts.time, activeLanguage())}</Fact>}
        {facts && (
          <Fact name={t('split.log')}>
            <Code className="inline! break-all">{facts.log}</Code>
          </Fact>
        )}
        {publicKey !== null && (
          <Fact name={t('split.key')}>
            <Code className="inline! break-all">{publicKey}</Code>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="text-cap flex flex-wrap justify-between gap-x-3 py-0.5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 font-medium">
        <bdi>{children}</bdi>
      </dd>
    </div>
  )
}
