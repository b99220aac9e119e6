import { ListChecks, Scale, UserCheck, Users } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page, Panes } from '../../ui/layout/page.tsx'
import { List, ListLink } from '../../ui/lists/list-row.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { InviteRates, InviteRules } from './invite-terms.tsx'
import { InviteTicket } from './invite-ticket.tsx'
import { useInvitation } from './use-share.ts'
import type { Invitation } from './use-share.ts'

/** The member's invitation: code, link, picture, and what an invitation earns. */
export default function InvitationScreen() {
  const { t } = useTranslation(['invite', 'team'])
  const query = useInvitation()
  const title = t('title')
  return (
    <Page title={title} nav={<NavBar title={title} />} dataAt={query.dataUpdatedAt}>
      <div className="pt-2">
        <QueryState query={query} data={query.data} pending={<Bones />}>
          {(answer) => <InvitationView invitation={withOrigin(answer)} />}
        </QueryState>
      </div>
    </Page>
  )
}

/** The server may name the page without its host: then it is this one. */
const withOrigin = (invitation: Invitation): Invitation => ({
  ...invitation,
  link: new URL(invitation.link, location.origin).href,
})

function InvitationView({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation(['invite', 'team'])
  return (
    <Panes
      from="tab"
      start={
        <>
          <InviteTicket invitation={invitation} />
          <List label={t('more')}>
            <ListLink
              {...paths.friends()}
              icon={ListChecks}
              label={t('friends.title')}
              value={formatNumber(invitation.friends)}
            />
            <ListLink
              {...paths.friends('qualified')}
              icon={UserCheck}
              label={t('friends.counting')}
              value={formatNumber(invitation.qualified)}
            />
            <ListLink {...paths.team()} icon={Users} label={t('team:title')} />
            <ListLink {...paths.rule('invitation')} icon={Scale} label={t('rules')} />
          </List>
        </>
      }
      end={
        <>
          <InviteRates invitation={invitation} />
          <InviteRules invitation={invitation} />
        </>
      }
    />
  )
}

function Bones() {
  return (
    <Skeleton>
      <Panes
        from="tab"
        start={
          <>
            <Bone className="rounded-sheet h-112" />
            <Bone className="rounded-card h-52" />
          </>
        }
        end={
          <>
            <Bone className="rounded-card h-56" />
            <Bone className="rounded-card h-96" />
          </>
        }
      />
    </Skeleton>
  )
}
