import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { ClaimEnd, Refusal } from './claim-end.tsx'
import type { Claims, Tasks } from './use-tasks.ts'

type GiftsProps = { tasks: Tasks; claims: Claims; why: string | undefined }

/** The newcomer's vouchers, while one of them is not claimed. */
export function Gifts({ tasks, claims, why }: GiftsProps) {
  const { t } = useTranslation('task')
  const money = useMoneyText()
  if (tasks.gifts.every(({ state }) => state === 'claimed')) return null
  return (
    <section aria-labelledby="gifts">
      <h2 id="gifts" className="text-title">
        {t('gift.title')}
      </h2>
      <ul className="tab:grid-cols-2 mt-2.5 grid grid-cols-1 gap-3">
        {tasks.gifts.map(({ claim, amount, minSpend, days, state }) => {
          const name = t('gift.off', { amount: money(amount, 'price') })
          return (
            <li key={claim}>
              <Ticket
                className="h-full"
                facts={
                  <>
                    <h3 className="text-title">{name}</h3>
                    <p className="text-ink-2">
                      {t('gift.both', {
                        terms: t('gift.terms', { amount: money(minSpend, 'price') }),
                        days: t('gift.days', { count: days }),
                      })}
                    </p>
                  </>
                }
                yoursClass="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
                yours={
                  <>
                    <p className="text-cap text-ink-2 min-w-28 flex-1">{t(`gift.${claim}`)}</p>
                    <ClaimEnd
                      claim={claim}
                      name={name}
                      state={state}
                      claims={claims}
                      why={why}
                      open={
                        <ButtonLink {...paths.recharge()} tone="outline" size="sm">
                          {t('gift.toRecharge')}
                        </ButtonLink>
                      }
                    />
                    <Refusal claims={claims} at={claim} />
                  </>
                }
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
