import { Link } from 'react-router'
import { type ComparedRows, changeWords } from '../../../resources/define/compare.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import { pathOf } from '../../shell/screens.ts'
import { ChangeTable } from '../show/change-table.tsx'
import { type ApiRow, rowText, valueText } from '../value-text.ts'

/** One difference: what happened to the key, and each field on both days. */
export function CompareItem(item: { resource: Resource; one: ComparedRows<ApiRow>; from: string; to: string }) {
  const { resource, one, from, to } = item
  const { before, after } = one
  const row = (after ?? before)!
  const change = {
    before: before && besidesKey(resource, before),
    after: after && besidesKey(resource, after),
    texts: { before: before?.texts ?? {}, after: after?.texts ?? {} } as never,
  }
  return (
    <li>
      <p className="history-head">
        <strong>{changeWords[one.kind]}</strong>
        <Link to={pathOf.show(resource, row.id)}>{keyWords(resource, row) || rowText(resource, row)}</Link>
      </p>
      {one.kind === 'CHANGED' ? (
        <ChangeTable resource={resource} change={change} heads={[`On ${dayText(from)}`, `On ${dayText(to)}`]} />
      ) : (
        <p>{besidesKeyInWords(resource, row)}</p>
      )}
    </li>
  )
}

const keyWords = ({ key, fields }: Resource, row: ApiRow) =>
  key
    .map(name => valueText(fields[name]!, row[name], row.texts?.[name]))
    .filter(Boolean)
    .join(' · ')

const besidesKeyInWords = (resource: Resource, row: ApiRow) =>
  Object.entries(besidesKey(resource, row))
    .map(([name, value]) => [name, valueText(resource.fields[name]!, value, row.texts?.[name])] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${labelOf(name, resource.fields[name]!)} ${text}`)
    .join(' · ')

/** The row's values without the key, which the heading already shows. */
const besidesKey = ({ fields, key }: Resource, row: ApiRow) =>
  Object.fromEntries(Object.keys(fields).flatMap(name => (key.includes(name) ? [] : [[name, row[name]]])))
