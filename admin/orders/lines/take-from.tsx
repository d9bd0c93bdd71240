import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { frequentItems, orderSources } from '../order-api.ts'
import { usePad } from '../pad/pad.ts'
import type { SourceStart } from '../pad/source-drawer.tsx'
import { QuickAdd } from './quick-add.tsx'

/** From where lines can be taken: on an empty pad each source by name, later in a quiet line. */
export function TakeFrom({
  isEmpty,
  onTake,
  onPaste,
}: {
  isEmpty: boolean
  onTake: (start: SourceStart) => void
  onPaste: () => void
}) {
  const { customerId } = usePad()
  const [showsOften, setShowsOften] = useState(false)
  const { data: sources } = useQuery({
    queryKey: ['order-sources', customerId],
    queryFn: () => orderSources(customerId),
    staleTime: 30_000,
  })
  const { data: often = [] } = useQuery({
    queryKey: ['frequent-items', customerId],
    queryFn: () => frequentItems(customerId),
    staleTime: 300_000,
  })
  const [last] = sources?.orders ?? []
  const [contract] = sources?.annexures ?? []
  const type = isEmpty ? 'default' : 'link'
  return (
    <div className={isEmpty ? 'take-from is-empty' : 'take-from'}>
      {isEmpty && <p className="quiet">Or take lines from</p>}
      <div className="take-buttons">
        {isEmpty && last && (
          <Button onClick={() => onTake({ from: 'order', id: last.id, name: last.orderNo })}>
            Last order, {last.orderNo}
          </Button>
        )}
        {often.length > 0 && (
          <Button type={type} aria-expanded={showsOften} onClick={() => setShowsOften(!showsOften)}>
            Bought often, {often.length}
          </Button>
        )}
        {isEmpty && contract && (
          <Button onClick={() => onTake({ from: 'annexure', id: contract.id, name: contract.annexureNo })}>
            Contract {contract.annexureNo}
          </Button>
        )}
        <Button type={type} onClick={() => onTake({})}>
          {isEmpty ? 'Other orders and lists' : 'Take lines from an order or a list'}
        </Button>
        <Button type={type} onClick={onPaste}>
          {isEmpty ? 'A sheet or a mail' : 'Paste a sheet or a mail'}
        </Button>
      </div>
      {showsOften && <QuickAdd />}
    </div>
  )
}
