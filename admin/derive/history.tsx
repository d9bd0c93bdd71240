import { Button } from 'antd'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { same } from './form-fields.ts'
import { type HistoryEntry, useHistory } from './use-history.ts'
import { Value } from './value.tsx'
import { momentText, optionText } from './value-text.ts'

/** Who changed what and when, newest first, field by field. */
export function History({ resource, id, rowVersion }: { resource: Resource; id: number; rowVersion: number }) {
  const { data, error, isPending, refetch } = useHistory(resource, id, rowVersion)
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">History</h2>
      {isPending && <p role="status">Loading...</p>}
      {error && (
        <p>
          {error.message} <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {data?.length === 0 && <p className="quiet">Nothing was changed since the row was loaded.</p>}
      <ol className="history">
        {data?.map(entry => (
          <Entry key={entry.id} resource={resource} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function Entry({ resource, entry }: { resource: Resource; entry: HistoryEntry }) {
  const [before, after] = [entry.before ?? {}, entry.after ?? {}]
  const names = Object.keys({ ...before, ...after }).filter(
    name =>
      (resource.fields[name] ? !resource.fields[name].secret : name === 'isActive') && !same(before[name], after[name]),
  )
  return (
    <li>
      <p className="history-head">
        <strong>{optionText(entry.action.toUpperCase())}</strong>
        <span>{entry.actor ?? 'Bilty'}</span>
        <time dateTime={entry.at}>{momentText(entry.at)}</time>
        {entry.source && <span className="quiet">from {entry.source}</span>}
        {entry.reason && <span>Reason: {entry.reason}</span>}
      </p>
      {names.length > 0 && (
        <div className="table-scroll">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {names.map(name => (
                <tr key={name}>
                  <th scope="row">{resource.fields[name] ? labelOf(name, resource.fields[name]) : 'Status'}</th>
                  <td className="was">
                    <Value
                      resource={resource}
                      field={resource.fields[name]}
                      value={before[name]}
                      text={entry.texts?.before?.[name]}
                    />
                  </td>
                  <td>
                    <Value
                      resource={resource}
                      field={resource.fields[name]}
                      value={after[name]}
                      text={entry.texts?.after?.[name]}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </li>
  )
}
