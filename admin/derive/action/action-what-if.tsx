import { inputsOf } from '../../../resources/define/action-inputs.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { clean, validate } from '../../../resources/define/validate.ts'
import type { ApiRow } from '../value-text.ts'
import { ImmediateWhatIf } from './what-if.tsx'

/**
 * Shows which orders an action on rows of a price, limit or sourcing master would affect; nothing until the inputs are
 * known.
 */
export default function ActionWhatIf(of: {
  resource: Resource
  name: string
  rows: readonly ApiRow[]
  values: RowValues
}) {
  const { resource, name, rows, values } = of
  const form = inputsOf(resource, resource.actions[name]!)
  const { remarks: _, reason: __, ...input } = clean(form, values)
  const wrong = validate(form, input).filter(({ field }) => field !== 'remarks' && field !== 'reason')
  const seen = rows.map(({ id, rowVersion }) => ({ id, rowVersion }))
  return (
    <ImmediateWhatIf resource={resource} body={wrong.length > 0 ? null : { action: name, asked: input, rows: seen }} />
  )
}
