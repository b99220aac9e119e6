import { BadgeCheck, Copy } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { account } from '@fairlot/contract/endpoints/home'
import type { Output } from '../../api/api.ts'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Code } from '../../ui/values/num.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'

/** The member's avatar, name, VIP level (from 1 on) and invitation code. */
export function MemberHead({ member }: { member: Output<typeof account>['member'] }) {
  const { t } = useTranslation(['account', 'ui'])
  const copy = useCopy()
  return (
    <section aria-label={member.nickname} className="flex items-center gap-3 pb-1">
      <Avatar name={member.nickname} size={52} ring />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <bdi className="text-title min-w-0 truncate">{member.nickname}</bdi>
          {member.vipLevel > 0 && (
            <span className="bg-gold text-on-gold text-cap inline-flex min-h-6 shrink-0 items-center gap-1 rounded-full px-2.5 font-bold">
              <BadgeCheck size={16} strokeWidth={2} aria-hidden="true" />
              <Code>{t('ui:vip', { level: member.vipLevel })}</Code>
            </span>
          )}
        </p>
        <p className="text-cap text-ink-2 flex flex-wrap items-center gap-x-1.5">
          <span>{t('invitation.label')}</span>
          <Code className="text-ink font-semibold">{member.invitationCode}</Code>
          <button
            type="button"
            onClick={() => void copy(member.invitationCode)}
            aria-label={t('invitation.copy')}
            className="text-brand inline-flex min-h-8 items-center gap-1 font-semibold"
          >
            <Copy size={15} strokeWidth={2} aria-hidden="true" />
            {t('ui:copy')}
          </button>
        </p>
      </div>
    </section>
  )
}
