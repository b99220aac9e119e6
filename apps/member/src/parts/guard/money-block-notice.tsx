import { Link } from '@tanstack/react-router'
import type { Code } from '@fairlot/contract/flags'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { helpFor } from './guard-refusal.ts'
import type { GuardState } from './use-guard.ts'
import type { MoneyBlock } from './use-money-block.ts'
import { useMoneyBlock } from './use-money-block.ts'

const LINK = 'inline-flex min-h-8 items-center font-semibold underline underline-offset-4'

/** A link from a refusal to the page where the member sees and changes the cause. */
export function GuardLink({ code }: { code: Code }) {
  const { t } = useTranslation('guard')
  switch (helpFor(code)) {
    case 'limits':
      return (
        <Link {...paths.limits()} className={LINK}>
          {t('toLimits')}
        </Link>
      )
    case 'break':
      return (
        <Link {...paths.takeBreak()} className={LINK}>
          {t('toBreak')}
        </Link>
      )
    case 'closing':
      return (
        <Link {...paths.closing()} className={LINK}>
          {t('toClosing')}
        </Link>
      )
    case null:
      return null
  }
}

/** Says why the member cannot buy or recharge now; empty when nothing blocks it. */
export function MoneyBlockNotice({ state }: { state?: GuardState }) {
  const block = useMoneyBlock(state)
  return block === null ? null : <MoneyBlockText block={block} />
}

export function MoneyBlockText({ block, className }: { block: MoneyBlock; className?: string }) {
  return (
    <Notice {...(className !== undefined && { className })}>
      <p>{block.text}</p>
      {block.kind !== 'frozen' && (
        <GuardLink code={block.kind === 'closing' ? 'ACCOUNT_CLOSING' : 'EXCLUDED'} />
      )}
    </Notice>
  )
}
