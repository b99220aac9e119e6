import { Copy } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { CopyLine } from '../../../parts/recharge/copy-line.tsx'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { useCurrency } from '../../../queries/system.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { Panes } from '../../../ui/layout/page.tsx'
import { Sunrise } from '../../../ui/layout/stage.tsx'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { Rich } from '../../../ui/values/rich.tsx'
import { LeaveButton } from '../status/next-steps.tsx'
import { Facts } from '../status/recharge-facts.tsx'
import type { Recharge } from '../status/use-recharge-state.ts'
import { PayCode } from './pay-code.tsx'
import { ProofCard, PROOF_FORM } from './proof-card.tsx'
import { TransferPlan } from './transfer-plan.tsx'
import { useProof } from './use-proof.ts'

export type TransferInstructions = Extract<NonNullable<Recharge['instructions']>, { kind: 'transfer' }>

type TransferViewProps = {
  recharge: Recharge
  instructions: TransferInstructions
  dataAt: number
  next: string | undefined
  /** the member says that it was sent */
  onSent: () => void
}

/**
 * What to transfer, to where, with which reference; then the transaction number or a slip, which help to find it; and the
 * steps that follow by themselves.
 */
export function TransferView({ recharge, instructions, dataAt, next, onSent }: TransferViewProps) {
  const { t } = useTranslation(['transfer', 'recharge', 'ui'])
  const isDesk = useWide('desk')
  const online = useOnline()
  const proof = useProof({ recharge, onSent })
  const title = t(`recharge:method.${recharge.kind}.name`)
  const act = proof.isOpen ? (
    <Button
      tone="gold"
      size="lg"
      wide
      type="submit"
      form={PROOF_FORM}
      sending={proof.sending}
      why={online ? proof.why : t('ui:offline.money')}
    >
      {t('proof.send')}
    </Button>
  ) : (
    <LeaveButton next={next} tone="gold" />
  )
  return (
    <AccountPage
      title={title}
      nav={<NavBar title={title} />}
      dataAt={dataAt}
      barLabel={t('recharge:steps.label')}
      bar={isDesk ? undefined : act}
    >
      <div className="tab:pt-4 desk:pt-2 pt-1">
        <Panes
          start={<TransferTicket recharge={recharge} instructions={instructions} />}
          end={
            <>
              <ProofCard proof={proof} text={t('proof.text')} />
              {isDesk && act}
              <TransferPlan recharge={recharge} />
              <Facts recharge={recharge} />
            </>
          }
        />
      </div>
    </AccountPage>
  )
}

const SUN = { at: { end: 22, top: 8 }, sun: 34, first: 58, step: 25, rings: 7 } as const

function TransferTicket({ recharge, instructions }: Pick<TransferViewProps, 'recharge' | 'instructions'>) {
  const { t } = useTranslation('transfer')
  const copy = useCopy()
  const { code } = useCurrency()
  const { amount, expiresAt, kind } = recharge
  const { lines, reference, qr } = instructions
  return (
    <section aria-label={t('label')}>
      <Ticket
        tone="stage"
        factsClass="px-5 pt-5 pb-5"
        yoursClass="px-4 pt-4 pb-4"
        facts={
          <>
            <div className="absolute inset-0 -z-10 overflow-hidden">
              <Sunrise {...SUN} />
            </div>
            <p className="text-on-brand-2">{t('exact')}</p>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Money amount={amount} className="text-display" />
              <PlayMoneyBadge onStage />
            </p>
            <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
              <Button
                tone="stage"
                icon={<Copy size={18} strokeWidth={1.8} aria-hidden="true" />}
                onClick={() => void copy(amount)}
              >
                {t('copyAmount')}
              </Button>
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="text-on-brand-2">{t('ends')}</span>
                <Countdown until={expiresAt} label={t('ends')} className="text-title" />
              </p>
            </div>
          </>
        }
        yours={
          <div className="flex flex-col gap-4">
            <Reference reference={reference} />
            <dl aria-label={t('to')} className="-my-1">
              {lines.map(({ label, value }) => (
                <CopyLine
                  key={label}
                  name={t(`line.${label}`)}
                  value={value}
                  label={t('copy', { name: t(`line.${label}`) })}
                >
                  {PLAIN_TEXT.includes(label) ? undefined : <Code className="break-all">{value}</Code>}
                </CopyLine>
              ))}
            </dl>
            {qr !== null && <PayCode kind={kind} code={qr} />}
            <Notice tone="warn">{t('warn', { currency: code })}</Notice>
          </div>
        }
      />
    </section>
  )
}

/** Names, which follow the direction of their own script; all other values are read from left to right. */
const PLAIN_TEXT: readonly string[] = [
  'holder',
  'bank',
] satisfies TransferInstructions['lines'][number]['label'][]

/** The reference in large: with it, the transfer is found without anybody's help. */
function Reference({ reference }: { reference: string }) {
  const { t } = useTranslation('transfer')
  const copy = useCopy()
  return (
    <div className="bg-gold-soft text-gold-ink rounded-tile px-4 py-3">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1">
          <span className="block font-medium">{t('reference.label')}</span>
          <Code className="text-head tracking-wide break-all">{reference}</Code>
        </p>
        <button
          type="button"
          onClick={() => void copy(reference)}
          aria-label={t('reference.copy')}
          className="press bg-surface text-gold-ink grid size-11 shrink-0 place-items-center rounded-full"
        >
          <Copy size={19} strokeWidth={1.8} aria-hidden="true" />
        </button>
      </div>
      <p className="text-cap mt-1">
        <Rich text={t('reference.text')} parts={{ b: <b /> }} />
      </p>
    </div>
  )
}
