import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import type { Resource } from '../../resources/define/resource.ts'
import type { makePrices } from '../../resources/masters/commands.ts'
import { custShiptoProdPrice } from '../../resources/masters/cust-shipto-prod-price.ts'
import { useMay } from '../account/person.ts'
import { Refusals } from '../derive/action/refusals.tsx'
import { at } from '../derive/command/ask.ts'
import { useCommand } from '../derive/command/use-command.ts'
import { type ApiRow, rowText } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { showSuccess } from '../shell/notices/notices.ts'
import { rowsOf } from '../shell/rows.ts'

/** Creates agreed prices from an accepted annexure, for the selected delivery addresses. */
export default function PricesPanel({ row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const [selected, setSelected] = useState<number[]>([])
  const { send, busy, faults } = useCommand(at<typeof makePrices>('POST annexure-prices'), {
    onDone: ({ created }) => {
      showSuccess(created === 0 ? 'These prices already exist.' : `${created} prices are made.`)
      setSelected([])
    },
  })
  const open = row.status === 'ACCEPTED' && may('create', custShiptoProdPrice.path)
  const addresses = useQuery<ApiRow[], Refusal>({
    queryKey: [shipTo.path, 'of a customer', row.customerId],
    queryFn: () => rowsOf(shipTo).all<ApiRow>({ where: { customerId: Number(row.customerId), isActive: true } }),
    enabled: open,
  })
  if (!open) return null

  return (
    <section className="panel" aria-labelledby="prices">
      <h2 id="prices">Create prices</h2>
      <p className="quiet">
        Each line becomes the agreed price for the selected addresses, from today or the first day of the annexure.
      </p>
      {addresses.error && <p className="field-error">{addresses.error.message}</p>}
      <Checkbox.Group
        className="address-choice"
        value={selected}
        onChange={ids => setSelected(ids as number[])}
        options={(addresses.data ?? []).map(address => ({ value: address.id, label: rowText(shipTo, address) }))}
      />
      <div className="form-buttons">
        <Button
          loading={busy}
          disabled={selected.length === 0}
          onClick={() => send({ annexureId: row.id, shipToIds: selected })}
        >
          Create prices
        </Button>
      </div>
      <Refusals sentences={faults.map(({ message }) => message)} />
    </section>
  )
}
