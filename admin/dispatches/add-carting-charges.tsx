import { useOne } from '@refinedev/core'
import { Button } from 'antd'
import { useParams } from 'react-router'
import { type CartingCharge, cartingCharge } from '../../resources/dispatches/bills/carting-charge.ts'
import { usePerson } from '../account/person.ts'
import { useActions } from '../derive/action/use-actions.tsx'
import ListPage from '../derive/list/list-page.tsx'
import { Facts } from '../derive/show/facts.tsx'
import History from '../derive/show/history.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import NotFound from '../shell/not-found.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { pathOf } from '../shell/screens.ts'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import '../derive/show/show.css'

/** The carting of LRs; with an id in the address, one charge. */
export default function AddCartingCharges() {
  const { id } = useParams()
  if (id === undefined) return <ListPage resource={cartingCharge} />
  return /^[1-9]\d{0,9}$/.test(id) ? <Charge id={Number(id)} /> : <NotFound />
}

function Charge({ id }: { id: number }) {
  const { user } = usePerson()
  const { result: row, query } = useOne<CartingCharge & ApiRow, Refusal>({
    resource: cartingCharge.path,
    id,
    errorNotification: false,
  })
  useTitle(row && `${row.voucherNo} · Carting`)
  const { actions, dialog } = useActions(cartingCharge, row ? [row] : [])
  if (query.isError && !row) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!row || row.id !== id) return <Waiting />
  const offered = row.createdById === user.id ? [] : actions
  return (
    <PageFrame
      title={`Voucher ${row.voucherNo}`}
      purpose={
        row.approvalReason && row.status === 'ENTERED' ? `Waits for Finance: ${row.approvalReason}.` : row.vendorName
      }
      trail={[{ title: cartingCharge.title, path: pathOf.list(cartingCharge) }]}
      actions={offered.map(({ name, action, take }) => (
        <Button key={name} type={action.danger ? 'default' : 'primary'} danger={action.danger} onClick={take}>
          {action.label}
        </Button>
      ))}
    >
      <Facts resource={cartingCharge} row={row} />
      <History resource={cartingCharge} row={row} />
      {dialog}
    </PageFrame>
  )
}
