import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { ActiveMark, Cell } from '../grid/cell.tsx'
import { targetOf, useTexts } from '../reference-texts.ts'

/** A value shown outside its row: a reference without `text` fetches it; without a field it is `isActive`. */
export function Value({
  resource,
  field,
  value,
  text,
}: {
  resource: Resource
  field: Field | undefined
  value: unknown
  text?: string | null | undefined
}) {
  if (value === null || value === undefined) return null
  if (!field) return <ActiveMark isActive={value === true || value === 1} />
  if (field.kind === 'reference' && !text)
    return <ReferenceValue target={targetOf(resource, field.to!)} id={Number(value)} />
  return <Cell field={field} value={value} text={text} />
}

function ReferenceValue({ target, id }: { target: Resource; id: number }) {
  return useTexts(target, [id]).get(id) ?? `No. ${id}`
}
