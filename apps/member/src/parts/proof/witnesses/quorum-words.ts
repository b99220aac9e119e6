import { useTranslation } from '../../../i18n/i18n.ts'

/** How many witnesses an opening names, and how many of them have to sign in time. */
export type Quorum = {
  quorum: number
  /** so many of them the house would need: twice the quorum less their number */
  together: number
  witnesses: readonly { own?: boolean | undefined }[]
}

/** `draw`: what members bought comes back. `event`: the pool is paid once more. */
export type Promised = 'draw' | 'event'

/** What a quorum means, in sentences. Sentences about several witnesses say something else of one. */
export function useQuorumWords({ quorum, together: needed, witnesses }: Quorum) {
  const { t } = useTranslation('witness')
  const total = witnesses.length
  const isOne = total === 1
  const own = witnesses.filter((one) => one.own === true).length
  const others = needed - own
  const counts = { quorum, total, needed, own, others }
  return {
    title: t(isOne ? 'grade.one' : quorum === total ? 'grade.all' : 'grade.some', counts),
    /** whom the house would need to choose */
    together: isOne ? t('togetherOne') : t('together', counts),
    promise: (what: Promised): string => {
      if (what === 'event') return t(isOne ? 'promiseEventOne' : 'promiseEvent', counts)
      return t(isOne ? 'promiseOne' : 'promise', counts)
    },
    /** what the house's own witnesses change; else why so many are needed. Null of one witness from outside */
    why: own > 0 ? t(others > 0 ? 'own' : 'ownAll', counts) : isOne ? null : t('both', counts),
  }
}
