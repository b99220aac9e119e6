import { addressDelete, addressList, addressSave } from '@fairlot/contract/endpoints/address'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Address } from '../../parts/address/address-lines.tsx'
import { useAction } from '../../queries/actions.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Makes an address the one that is offered first. */
export function useFirstAddress() {
  const { t } = useTranslation('address')
  const save = useAction(addressSave, {
    touches: [addressList],
    lost: t('form.lost'),
    onSuccess: () => toast.ok(t('first.done')),
  })
  return {
    choose: (address: Address) => save.mutate({ ...address, isDefault: true }),
    choosing: save.isPending ? save.variables.id : null,
  }
}

export function useDeleteAddress(onDone: () => void) {
  const { t } = useTranslation('address')
  return useAction(addressDelete, {
    touches: [addressList],
    onSuccess: () => {
      toast.ok(t('delete.done'))
      onDone()
    },
  })
}
