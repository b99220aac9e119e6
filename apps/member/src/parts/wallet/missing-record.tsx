import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** In place of a recharge or withdrawal that does not exist: inside of its page, with the way to all records. */
export function MissingRecord() {
  const { t } = useTranslation(['ui', 'account'])
  return (
    <EmptyState
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={<ButtonLink {...paths.records()}>{t('account:list.records')}</ButtonLink>}
    />
  )
}
