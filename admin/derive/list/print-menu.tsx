import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { MenuButton } from '../menu-button.tsx'
import type { PlacedColumn } from './columns.ts'
import type { ListState } from './list-state.ts'

const PrintedRows = lazy(() => import('../report/printed-rows.tsx'))

interface Shown {
  resource: Resource
  state: ListState
  columns: readonly PlacedColumn[]
}

/** Prints the rows of a list: those of the page, or all that its filter leaves. */
export default function PrintMenu(list: Shown) {
  const { items, isPrinting, sheet } = usePrint(list)
  return (
    <>
      <MenuButton menu={{ items }}>
        <Button aria-haspopup="menu" loading={isPrinting}>
          Print
        </Button>
      </MenuButton>
      {sheet}
    </>
  )
}

/** What of a list can be printed, and the sheet while it is. */
export function usePrint({ resource, state, columns }: Shown) {
  const [isPrinting, setPrinting] = useState(false)
  const items = [
    { key: 'print', label: 'Print this page', onClick: () => window.print() },
    { key: 'print-all', label: 'Print all rows', onClick: () => setPrinting(true) },
  ]
  const sheet = isPrinting && (
    <Suspense fallback={null}>
      <PrintedRows {...{ resource, state, columns }} onDone={() => setPrinting(false)} />
    </Suspense>
  )
  return { items, isPrinting, sheet }
}
