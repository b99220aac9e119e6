import { LIMIT_KINDS } from '@fairlot/contract/kinds/guard-kinds'
import type { ExclusionKind, LimitKind } from '@fairlot/contract/kinds/guard-kinds'
import { CirclePause, DoorClosed, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Entry, EntryHeading, EntryList } from '../../parts/account/entry-list.tsx'
import { useGuard } from '../../parts/guard/use-guard.ts'
import { ListDetail } from '../../ui/layout/list-detail.tsx'
import { LIMIT_ICONS } from './limit-icons.ts'

/** What protects a member, as one list: the limits, breaks, self-exclusion, closing. */
export type Protection = LimitKind | ExclusionKind | 'close'

/** From 768 px, the pages of the member's protection beside their list. */
export function ProtectionPanels({ open, children }: { open: Protection; children: ReactNode }) {
  const { t } = useTranslation(['limits', 'break', 'setting', 'account'])
  return (
    <ListDetail
      label={t('account:entry.limits')}
      listWidth={352}
      list={
        <EntryList label={t('account:entry.limits')}>
          {LIMIT_KINDS.map((kind) => (
            <Entry
              key={kind}
              link={paths.limits(kind)}
              icon={LIMIT_ICONS[kind]}
              label={t(`kind.${kind}.title`)}
              isOpen={open === kind}
            >
              <Set kind={kind} />
            </Entry>
          ))}
          <EntryHeading>{t('list.breaks')}</EntryHeading>
          <Entry
            link={paths.takeBreak('break')}
            icon={CirclePause}
            label={t('break:break.title')}
            isOpen={open === 'break'}
          />
          <Entry
            link={paths.takeBreak('self_exclusion')}
            icon={DoorClosed}
            label={t('break:exclusion.title')}
            isOpen={open === 'self_exclusion'}
          />
          <Entry
            link={paths.closing()}
            icon={UserX}
            label={t('setting:safe.close')}
            isOpen={open === 'close'}
          />
        </EntryList>
      }
      detail={children}
    />
  )
}

/** How many limits of a kind there are. */
function Set({ kind }: { kind: LimitKind }) {
  const { t } = useTranslation('limits')
  const limits = useGuard().data?.limits.filter((limit) => limit.kind === kind && limit.cap !== null)
  if (limits === undefined) return null
  return limits.length === 0 ? t('none') : t('list.some', { count: limits.length })
}
