import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { MenuButton } from '../menu-button.tsx'
import type { ExportKind } from './export-rows.ts'
import type { ListState } from './list-state.ts'

/** Exports the rows of a list: as shown, or with every column for an import. */
export function ExportMenu(menu: { resource: Resource; state: ListState; columns: readonly string[] }) {
  const { resource, state, columns } = menu
  const { busy, take } = useExport(resource, state)
  const kinds: ({ label: string } & ExportKind)[] = [
    { label: 'As shown, Excel (.xlsx)', format: 'xlsx', columns },
    { label: 'As shown, CSV', format: 'csv', columns },
    { label: 'As shown, PDF', format: 'pdf', columns },
    { label: 'All columns for an import, Excel (.xlsx)', format: 'xlsx', columns: undefined },
    { label: 'All columns for an import, CSV', format: 'csv', columns: undefined },
  ]
  const items = kinds.map((kind, index) => ({ key: index, label: kind.label, onClick: () => void take(kind) }))
  return (
    <MenuButton menu={{ items }}>
      <Button aria-haspopup="menu" loading={busy}>
        <Icon name="download" /> Export
      </Button>
    </MenuButton>
  )
}

/** Takes the rows of a list as a file; how is loaded by the first who asks. */
export function useExport(resource: Resource, state: ListState) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function take(kind: ExportKind) {
    setBusy(true)
    try {
      const { exportRows } = await import('./export-rows.ts')
      await exportRows(resource, state, kind, client)
    } finally {
      setBusy(false)
    }
  }
  return { busy, take }
}
