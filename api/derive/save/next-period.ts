import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText } from '../../../resources/define/show.ts'
import { clean, type Fault, withDefaults } from '../../../resources/define/validate.ts'
import { today } from '../../platform/clock.ts'

/** The row by which one that was in use counts again, from today unless another day is given; it is not checked yet. */
export function nextPeriod(resource: Resource, row: RowValues, given: RowValues = {}): RowValues {
  const entered = Object.entries(row).filter(([name]) => name in resource.fields && !resource.fields[name]!.server)
  const { validFrom = today(), validTo, ...others } = clean(resource, given)
  const period = { validFrom, validTo: validTo ?? resource.fields.validTo?.default ?? null }
  return withDefaults(resource, { ...Object.fromEntries(entered), ...others, ...period })
}

/** The faults of a new period that would begin before today. */
export function startFaults({ validFrom }: RowValues): Fault[] {
  if (String(validFrom) >= today()) return []
  const message = `Valid from must be today, ${dayText(today())}, or later: earlier days keep what they answered`
  return [{ field: 'validFrom', code: 'BACK_DATED', message }]
}
