import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { api, isRefusal } from '../../shell/api.ts'
import { Icon } from '../../shell/icons.tsx'
import { failed } from '../../shell/notices.ts'
import { type ExportKind, exportUrl } from './export-url.ts'
import type { ListState } from './list-state.ts'

/** The rows of a list as a file: as shown, or with every column for an import. */
export function ExportMenu(menu: { resource: Resource; state: ListState; columns: readonly string[] }) {
  const { resource, state, columns } = menu
  const [busy, setBusy] = useState(false)
  const asShown: ({ label: string } & ExportKind)[] = [
    { label: 'As shown, Excel (.xlsx)', format: 'xlsx', columns },
    { label: 'As shown, CSV', format: 'csv', columns },
  ]
  const whole: typeof asShown = [
    { label: 'All columns for an import, Excel (.xlsx)', format: 'xlsx', columns: undefined },
    { label: 'All columns for an import, CSV', format: 'csv', columns: undefined },
  ]
  // Nothing is imported into a report.
  const kinds = resource.kind === 'report' ? asShown : [...asShown, ...whole]

  /** A refusal is said here: behind a link it would come as a file. */
  async function take(kind: ExportKind) {
    const url = exportUrl(resource, state, kind)
    setBusy(true)
    try {
      await api.get(`${url}&check=true`)
      window.location.assign(`/api${url}`)
    } catch (error) {
      if (!isRefusal(error)) throw error
      failed('The file cannot be made', error.message)
    } finally {
      setBusy(false)
    }
  }

  const items = kinds.map((kind, index) => ({ key: index, label: kind.label, onClick: () => void take(kind) }))
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button aria-haspopup="menu" loading={busy}>
        <Icon name="download" /> Export
      </Button>
    </Dropdown>
  )
}
