import { readsInternal } from '../../../resources/access.ts'
import type { showOnAccount } from '../../../resources/payments/commands/money.ts'
import { usePerson } from '../../account/person.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { at, useAsk } from '../../derive/command/ask.ts'
import { Failure } from '../../shell/failure.tsx'
import { Opening } from '../../shell/use-quick-exit.ts'
import type { Free } from '../payment/capture-money.ts'
import { type CaptureRow, moneyPaths } from '../payment/payment-api.ts'
import { ApplyForm, type Source } from './apply-form.tsx'

const ask = at<typeof showOnAccount>('GET payments/on-account')

/** Puts money of a capture on open items: for Finance what is to decide too, for a customer what is on their account. */
export default function ApplyDialog(dialog: { capture: CaptureRow; free: Free; onClose: () => void }) {
  const { capture, free, onClose } = dialog
  const isStaff = readsInternal(usePerson().user.roles)
  return (
    <ApplyMoney
      source={{
        captureId: capture.id,
        customerId: isStaff ? capture.customerId : null,
        available: free.onAccount + (isStaff ? free.unresolved : 0),
        isStaff,
      }}
      onClose={onClose}
    />
  )
}

/** The same for money whose amount is known once its customer's open items are; all on account where `source` names none. */
export function ApplyMoney({
  source,
  onClose,
}: {
  source: Omit<Source, 'available'> & { available?: number }
  onClose: () => void
}) {
  const { data, error, refetch } = useAsk(ask, { customerId: source.customerId }, { shows: moneyPaths, staleTime: 0 })
  if (error && !data)
    return (
      <Dialog open title="Open items" footer={null} onCancel={onClose}>
        <Failure error={error} onRetry={() => void refetch()} />
      </Dialog>
    )
  if (!data) return <Opening onClose={onClose} />
  return (
    <ApplyForm source={{ ...source, available: source.available ?? data.onAccount }} open={data} onClose={onClose} />
  )
}
