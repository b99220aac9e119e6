import { agree } from '@fairlot/contract/endpoints/content'
import { account } from '@fairlot/contract/endpoints/home'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useAction } from '../../queries/actions.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'

/** Terms or a privacy statement that the member has not agreed to. Nothing waits for the answer. */
export function AgreeCard({ terms }: { terms: string }) {
  const { t } = useTranslation('rule')
  const { mutate, isPending } = useAction(agree, { touches: [account] })
  return (
    <section aria-labelledby="agree" className="bg-surface rounded-card shadow-card flex flex-col gap-3 p-4">
      <h2 id="agree" className="text-lead">
        {t('agree.title')}
      </h2>
      <p>{t('agree.text')}</p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink {...paths.rule('terms')} tone="outline" size="md">
          {t('name.terms')}
        </ButtonLink>
        <ButtonLink {...paths.rule('privacy')} tone="outline" size="md">
          {t('name.privacy')}
        </ButtonLink>
        <Button tone="brand" size="md" sending={isPending} onClick={() => mutate({ terms })}>
          {t('agree.button')}
        </Button>
      </div>
    </section>
  )
}
