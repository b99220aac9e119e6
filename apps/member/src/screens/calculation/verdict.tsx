import { useTranslation } from '../../i18n/i18n.ts'
import { LazyUntrustedBox } from '../../parts/proof/witnesses/lazy-parts.tsx'
import { VerdictBox } from '../../parts/proof/verdict-box.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatFileSize } from '../../i18n/lazy-formats.ts'
import type { Checked } from '../../parts/proof/check.ts'
import type { Check } from '../../parts/proof/use-check.ts'

type VerdictProps = {
  check: Check
  /** the issue is drawn; else it is sealed */
  isDrawn: boolean
  /** the winning code that the house shows */
  code: number | null
  /** the local beacon gave the randomness: the result has a remark */
  isLocal?: boolean
  /** a product of the demo: so may be its issue, and the result then has a remark */
  isDemo?: boolean
}

/** The result of this device's check. It says "verified" only after a successful check. */
export function Verdict(props: VerdictProps) {
  return (
    <>
      <p role="status" className="sr-only">
        <Announcement check={props.check} />
      </p>
      <VerdictCard {...props} />
    </>
  )
}

function Announcement({ check }: Pick<VerdictProps, 'check'>) {
  const { t } = useTranslation('calculation')
  if (check.state === 'running') return t('check.running')
  if (check.state !== 'done') return null
  const { verdict, failed } = check.checked
  switch (verdict) {
    case 'verified':
      return t('check.ok')
    case 'sealed':
      return t('check.sealed')
    case 'unconfirmed':
      return t('check.unconfirmed')
    case 'arithmetic':
      return t('check.arithmetic')
    case 'untrusted':
      // its box announces itself
      return null
    case 'failed':
      return t('check.bad', { step: t(`step.${failed?.step ?? 'terms'}.name`) })
  }
}

/** As high as the result that is to be expected, so that what follows does not move when it is there. */
function AsHighAs({ result, children }: { result: readonly string[]; children: string }) {
  return (
    <span className="grid">
      <span className="col-start-1 row-start-1">{children}</span>
      <span aria-hidden="true" className="invisible col-start-1 row-start-1">
        {result.map((text, index) => (
          <span key={text} className={cx('block', index > 0 && 'mt-2')}>
            {text}
          </span>
        ))}
      </span>
    </span>
  )
}

function VerdictCard({ check, isDrawn, code, isLocal = false, isDemo = false }: VerdictProps) {
  const { t } = useTranslation('calculation')
  const remarks = useRemarks({ isLocal, isDemo, isOld: false, isFavour: false })
  const { t: ui } = useTranslation()
  switch (check.state) {
    case 'running':
      return (
        <VerdictBox
          look="running"
          title={t('check.running')}
          text={
            <AsHighAs result={[t(isDrawn ? 'check.okText' : 'check.sealedText'), ...remarks]}>
              {t(isDrawn ? 'check.runningText' : 'check.runningSealed')}
            </AsHighAs>
          }
        />
      )
    case 'waiting':
      return (
        <VerdictBox
          look="waiting"
          title={t('check.waiting')}
          text={t('check.waitingText', { size: formatFileSize(check.bytes) })}
          action={<Button onClick={check.start}>{t('check.start')}</Button>}
        />
      )
    case 'failed':
      return (
        <VerdictBox
          look="unsure"
          title={t('check.notDone')}
          text={check.message ?? t('check.notDoneText')}
          action={<Button onClick={check.start}>{ui('retry')}</Button>}
        />
      )
    case 'done':
      return <Finding checked={check.checked} code={code} onTrusted={check.start} />
  }
}

type FindingProps = { checked: Checked; code: number | null; onTrusted: () => void }

function Finding({ checked, code, onTrusted }: FindingProps) {
  const { t } = useTranslation('calculation')
  switch (checked.verdict) {
    case 'verified':
      return (
        <VerdictBox look="ok" title={t('check.ok')} text={t('check.okText')}>
          {checked.predicted !== null && (
            <p className="mt-2 font-semibold">{t('check.predicted', { code: String(checked.predicted) })}</p>
          )}
          <Remarks checked={checked} />
        </VerdictBox>
      )
    case 'sealed':
      return (
        <VerdictBox look="sealed" title={t('check.sealed')} text={t('check.sealedText')}>
          <Remarks checked={checked} />
        </VerdictBox>
      )
    case 'unconfirmed':
      return (
        <VerdictBox look="unsure" title={t('check.unconfirmed')} text={t('check.unconfirmedText')}>
          {/* the lanes below say what a favour is */}
          <Remarks checked={{ ...checked, isFavour: false }} />
        </VerdictBox>
      )
    case 'arithmetic':
      return <VerdictBox look="unsure" title={t('check.arithmetic')} text={t('check.arithmeticText')} />
    case 'untrusted':
      return (
        checked.trusted && <LazyUntrustedBox what="draw" trusted={checked.trusted} onTrusted={onTrusted} />
      )
    case 'failed':
      return <Refuted checked={checked} code={code} />
  }
}

type RemarkName = 'isLocal' | 'isOld' | 'isDemo' | 'isFavour'

/** What a member has to know about a document that passes. */
function useRemarks({ isLocal, isOld, isDemo, isFavour }: Record<RemarkName, boolean>) {
  const { t } = useTranslation('calculation')
  return [
    isFavour ? t('check.favour') : null,
    isLocal ? t('check.local') : null,
    isOld ? t('check.old') : null,
    isDemo ? t('check.demo') : null,
  ].filter((remark) => remark !== null)
}

function Remarks({ checked: { badge, isOld, isDemo, isFavour } }: { checked: Checked }) {
  const isLocal = badge === 'beacon-local' || badge === 'witnessed-local'
  return useRemarks({ isLocal, isOld, isDemo, isFavour }).map((remark) => (
    <p key={remark} className="mt-2">
      {remark}
    </p>
  ))
}

function refutation({ failed, isLogMissing }: Checked, code: number | null) {
  if (isLogMissing && failed?.step === 'inclusion') return 'check.arithmeticText'
  return code === null ? 'check.badSealed' : 'check.badText'
}

function Refuted({ checked, code }: { checked: Checked; code: number | null }) {
  const { t } = useTranslation('calculation')
  const { failed, predicted } = checked
  const step = t(`step.${failed?.step ?? 'terms'}.name`)
  return (
    <VerdictBox look="bad" title={t('check.bad', { step })} text={t(refutation(checked, code))}>
      {predicted !== null && predicted !== code && (
        <p className="mt-2 font-semibold">{t('check.mispredicted', { code: String(predicted) })}</p>
      )}
      {failed && (
        <bdi lang="en" dir="ltr" className="mt-2 block break-words font-medium">
          {failed.step}: {failed.detail}
        </bdi>
      )}
    </VerdictBox>
  )
}
