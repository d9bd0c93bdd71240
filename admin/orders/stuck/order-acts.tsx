import { useState } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import { mayTakeStep } from '../../../resources/orders/order-process.ts'
import type { resubmitAlike, retryStuck } from '../../../resources/orders/sap/commands.ts'
import { isKnownToSap } from '../../../resources/orders/sap/known-to-sap.ts'
import { sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { usePerson } from '../../account/person.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { useAskSap } from '../../derive/command/ask-sap.ts'
import { Acts } from '../../derive/record/acts.tsx'
import type { RecordAct } from '../../derive/record/record-acts.ts'
import { useStepsOf } from '../sap/act-on-order.tsx'
import { SendMany } from '../sap/send-many.tsx'
import type { StuckItem, StuckOf } from './stuck-items.ts'

type OfOrder = Extract<StuckOf, { kind: 'stuck' | 'refused' }>

/** The one act that gets an order going, the same for all of its cause, and what else there is. */
export function OrderActs({ of, alike }: { of: OfOrder; alike: readonly StuckItem[] }) {
  const { user, may } = usePerson()
  const { id, orderNo, rowVersion, status } =
    of.kind === 'stuck' ? { ...of.row, id: of.row.orderId } : { ...of.row, status: 'IN_ERROR' as const }
  const { open, dialog } = useStepsOf({ id, orderNo, rowVersion })
  const askSap = useAskSap('ORDER_STATUS', orderNo)
  const [together, setTogether] = useState(false)
  const again = of.kind === 'stuck' ? 'retry' : 'resubmit'
  const acts =
    of.kind === 'stuck' ? mayTakeStep(user, 'retry') : of.row.placedById === user.id || mayTakeStep(user, 'resubmit')
  const worth = alike.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  if (!acts) return null
  const list: RecordAct[] = [
    {
      key: 'again',
      label: of.kind === 'stuck' ? 'Send again' : 'Resubmit',
      of: orderNo,
      letter: 'A',
      place: 'primary',
      take: () => void open(again),
    },
    ...(alike.length > 1 && mayTakeStep(user, again)
      ? [
          {
            key: 'together',
            label: `${of.kind === 'stuck' ? 'Send' : 'Resubmit'} all ${alike.length} of this cause${worth > 0 ? `, ${rupees(worth)}` : ''}`,
            place: 'beside',
            take: () => setTogether(true),
          } as const,
        ]
      : []),
    ...(of.kind === 'refused'
      ? [{ key: 'correct', label: 'Correct', of: orderNo, place: 'beside', to: `/orders/default?id=${id}` } as const]
      : []),
    ...(may('approve', sapSyncRun.path) && isKnownToSap(status)
      ? [{ key: 'ask', label: 'Ask SAP now', of: orderNo, place: 'more', take: () => askSap.mutate() } as const]
      : []),
    ...(of.kind === 'stuck' && status === 'APPROVED'
      ? ([
          {
            key: 'made',
            label: 'Enter SAP’s number',
            of: orderNo,
            place: 'more',
            take: () => void open('markCreated'),
          },
          {
            key: 'cancel',
            label: 'Cancel the order…',
            of: orderNo,
            place: 'more',
            danger: true,
            take: () => void open(mayTakeStep(user, 'cancel') ? 'cancel' : 'cancelStuck'),
          },
        ] as const)
      : []),
  ]
  return (
    <div className="stuck-acts">
      <Acts acts={list} onPhone={false} />
      {dialog}
      {together && <Together of={of} alike={alike} onClose={() => setTogether(false)} />}
    </div>
  )
}

/** Sends all orders of one cause, after a look at which. */
function Together({ of, alike, onClose }: { of: OfOrder; alike: readonly StuckItem[]; onClose: () => void }) {
  const orders = [
    ...new Map(
      alike.flatMap(({ of: one, no, who }) => {
        if (one.kind !== 'stuck' && one.kind !== 'refused') return []
        const id = one.kind === 'stuck' ? one.row.orderId : one.row.id
        return [[id, { id, orderNo: no, customerName: who }] as const]
      }),
    ).values(),
  ]
  const [cause] = alike.map(item => item.cause)
  return of.kind === 'stuck' ? (
    <SendMany
      send={headers => ask(at<typeof retryStuck>('POST orders-stuck'), { errorClass: of.row.errorClass }, headers)}
      orders={orders}
      words={{ verb: 'Send again', done: 'tried again' }}
      lead={`${cause} What SAP may have taken already is searched for there first.`}
      onClose={onClose}
    />
  ) : (
    <SendMany
      send={headers =>
        ask(at<typeof resubmitAlike>('POST orders-in-error'), { errorCode: of.row.errorCode ?? '' }, headers)
      }
      orders={orders}
      words={{ verb: 'Resubmit', done: 'resubmitted' }}
      lead={`${cause} Resubmit them once it is fixed.`}
      onClose={onClose}
    />
  )
}
