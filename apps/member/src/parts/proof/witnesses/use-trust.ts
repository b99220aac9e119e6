import { useEffect } from 'react'
import { create } from 'zustand'

/** undefined: not read yet */
const useKept = create<{ key: string | null | undefined }>()(() => ({ key: undefined }))

const keeper = () => import('../../../evidence/keeper.ts')

/** The key of the witness that the member of this device trusts; null: of none in particular, or not read yet. */
export function useTrust(): string | null {
  const key = useKept((state) => state.key)
  useEffect(() => {
    keeper()
      .then(({ trustedWitness }) => trustedWitness())
      .then(
        (kept) => useKept.setState({ key: kept }),
        () => {
          // The part of the app could not be fetched: the check of the page says so.
        },
      )
  }, [])
  return key ?? null
}

/** Trusts this witness from now on; null: none in particular. */
export async function trust(key: string | null): Promise<void> {
  const { trustWitness } = await keeper()
  await trustWitness(key)
  useKept.setState({ key })
}
