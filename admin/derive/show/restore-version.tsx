import { useUpdate } from '@refinedev/core'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { changesToRestore, versionAfter } from '../../../resources/define/versions.ts'
import type { HistoryEntry } from '../../../resources/platform/commands/history.ts'
import { isRefusal, type Refusal } from '../../shell/api.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { pathOf } from '../../shell/screens.ts'
import { Dialog } from '../action/dialog.tsx'
import { Refusals } from '../action/refusals.tsx'
import { SuccessionNote } from '../form/succession-note.tsx'
import { type ApiRow, momentText, rowText } from '../value-text.ts'
import { Value } from './value.tsx'

const ImmediateWhatIf = lazy(async () => ({ default: (await import('../action/what-if.tsx')).ImmediateWhatIf }))

/** Shows what restoring a version would change, and does it as an ordinary save, so that every rule is checked. */
export default function RestoreVersion(restore: {
  resource: Resource
  row: ApiRow
  entries: readonly HistoryEntry[]
  entry: HistoryEntry
  onClose: () => void
}) {
  const { resource, row, entries, entry, onClose } = restore
  const navigate = useNavigate()
  const { mutateAsync: update } = useUpdate<ApiRow, Refusal>()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<string[]>([])
  const changes = changesToRestore(resource, row, versionAfter(row, entries, entry.id))
  const when = momentText(entry.at)

  async function save() {
    setBusy(true)
    try {
      const why = `Restored the version of ${when}`
      const { data } = await update({
        resource: resource.path,
        id: row.id,
        values: { ...changes, rowVersion: row.rowVersion, why },
        successNotification: false,
        errorNotification: false,
      })
      showSuccess(`${resource.title} “${rowText(resource, data)}” is as it was on ${when}.`)
      onClose()
      if (data.id !== row.id) await navigate(pathOf.show(resource, data.id))
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusals(error.faults.length > 0 ? error.faults.map(({ message }) => message) : [error.message])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width={560}
      title={`Restore the version of ${when}?`}
      okText="Restore"
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p>This creates a new version; the history is kept. Changes:</p>
      <div className="table-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Now</th>
              <th scope="col">Restored</th>
            </tr>
          </thead>
          <tbody>
            {Object.keys(changes).map(name => {
              const field = resource.fields[name]
              return (
                <tr key={name}>
                  <th scope="row">{field ? labelOf(name, field) : 'Status'}</th>
                  <td className="was">
                    <Value resource={resource} field={field} value={row[name]} text={row.texts?.[name]} />
                  </td>
                  <td>
                    <Value resource={resource} field={field} value={changes[name]} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <SuccessionNote resource={resource} base={row} values={{ ...row, ...changes }} />
      {resource.whatIf && (
        <Suspense>
          <ImmediateWhatIf resource={resource} body={{ id: row.id, row: { ...changes, rowVersion: row.rowVersion } }} />
        </Suspense>
      )}
      <Refusals sentences={refusals} />
    </Dialog>
  )
}
