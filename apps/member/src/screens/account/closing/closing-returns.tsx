import { rechargeReturns } from '@fairlot/contract/endpoints/recharge-return'
import { Undo2 } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { List, ListLink } from '../../../ui/lists/list-row.tsx'
import { Money } from '../../../ui/values/money.tsx'

const TOPICS = ['balance', 'records'] as const

/** The recharges that can go back to their source without a fee, each linked to its page. */
export function Returns() {
  const { t } = useTranslation('back')
  const items = useRead(rechargeReturns, {}, { topics: TOPICS }).data?.items ?? []
  const able = items.filter(({ returnable }) => /[1-9]/.test(returnable))
  if (able.length === 0) return null
  return (
    <section aria-labelledby="returns" className="flex flex-col gap-2">
      <h2 id="returns" className="text-lead">
        {t('list.title')}
      </h2>
      <p className="text-ink-2">{t('list.text')}</p>
      <List>
        {able.map(({ recharge, number, returnable }) => (
          <ListLink
            key={recharge}
            {...paths.payform(recharge)}
            icon={Undo2}
            label={number}
            value={<Money amount={returnable} className="text-body text-ink font-bold" />}
          />
        ))}
      </List>
    </section>
  )
}
